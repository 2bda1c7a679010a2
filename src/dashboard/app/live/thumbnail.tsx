import { useEffect, useRef, useState } from "preact/hooks";
import { linkState, watch } from "../link/link.ts";
import { drawFrame } from "./drawFrame.ts";

const RATIO = 16 / 9;

/** A small live picture of a session, watched only while it can be seen. */
export function Thumbnail({ session, title, large }: { session: string; title: string; large?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let view: ReturnType<typeof watch> | undefined;
    const show = () => {
      const width = Math.round(element.clientWidth * devicePixelRatio);
      view ??= watch(
        { session, width, height: Math.round(width / RATIO), thumbnail: true },
        {
          frame: async (frame) => {
            if (canvas.current) await drawFrame(canvas.current, frame);
            setShown(true);
            setProblem(undefined);
          },
          problem: ({ message }) => setProblem(message),
        },
      );
    };
    const hide = () => {
      view?.stop();
      view = undefined;
    };
    const observer = new IntersectionObserver((entries) => (entries.at(-1)?.isIntersecting ? show() : hide()), { rootMargin: "80px" });
    observer.observe(element);
    return () => {
      observer.disconnect();
      hide();
    };
  }, [session]);
  return (
    <div ref={box} class={large ? "thumb large" : "thumb"}>
      <canvas ref={canvas} role="img" aria-label={title ? `Live picture: ${title}` : "Live picture"} hidden={!shown} width="16" height="9" />
      {!shown && !problem && <span class="thumb-wait" aria-hidden="true" />}
      {problem && linkState.value === "up" && <p class="thumb-problem">{problem}</p>}
    </div>
  );
}
