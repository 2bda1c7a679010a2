import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { linkState, onEvent, watch } from "../link/link.ts";
import { drawFrame } from "../live/drawFrame.ts";
import { fitted, toPage, toStage, type Size, type Stage } from "../live/coordinates.ts";
import { steer } from "../live/steer.ts";
import { picking } from "../questions/picking.ts";
import { pickAt } from "../questions/pickAt.ts";
import { questionsOf, refresh } from "../state/dashboard.ts";
import { hasWheel } from "./wheel.ts";

interface Shown {
  page: string;
  size: Size;
}

interface Flash {
  key: number;
  at: Stage;
  kind: "box" | "point";
}

const FLASH_MS = 1600;
const POINT_PX = 24;
/** For a session whose first picture is still to come. */
const USUAL: Size = { width: 1280, height: 720 };

/** The page as it is now. While this tab has the wheel, what is done here is done there. */
export function LivePage({ session, title }: { session: string; title: string }) {
  const room = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const keyboard = useRef<HTMLTextAreaElement>(null);
  const space = useSignal<Size>({ width: 0, height: 0 });
  const shown = useSignal<Shown | undefined>(undefined);
  const [problem, setProblem] = useState<string>();
  const [flashes, setFlashes] = useState<Flash[]>([]);
  const [focused, setFocused] = useState(false);
  const mine = hasWheel(session);
  const live = linkState.value === "up";
  const question = questionsOf(session).find(({ id }) => id === picking.value);

  useEffect(() => {
    if (!room.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) space.value = { width: entry.contentRect.width, height: entry.contentRect.height };
    });
    observer.observe(room.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const sized = () => ({ session, width: Math.round(space.peek().width * devicePixelRatio), height: Math.round(space.peek().height * devicePixelRatio) });
    const view = watch(sized(), {
      frame: async (frame) => {
        const { page, cssWidth, cssHeight } = frame.header;
        if (canvas.current) await drawFrame(canvas.current, frame);
        const last = shown.peek();
        if (last?.page !== page || last.size.width !== cssWidth || last.size.height !== cssHeight) shown.value = { page, size: { width: cssWidth, height: cssHeight } };
        setProblem(undefined);
      },
      problem: ({ message }) => {
        setProblem(message);
        refresh();
      },
    });
    let planned: ReturnType<typeof setTimeout> | undefined;
    const stop = space.subscribe(({ width }) => {
      clearTimeout(planned);
      if (width > 0) planned = setTimeout(() => view.change(sized()), 120);
    });
    return () => {
      stop();
      clearTimeout(planned);
      view.stop();
    };
  }, [session]);

  useEffect(
    () =>
      onEvent((event) => {
        const now = shown.peek();
        if (event.topic !== "acting" || event.session !== session || !now || event.data.pageId !== now.page) return;
        const { box, point } = event.data;
        const stage = { ...fitted(now.size, space.peek()), left: 0, top: 0 };
        const marks: Flash[] = [];
        if (box) marks.push({ key: nextKey(), kind: "box", at: toStage(box, stage, now.size) });
        if (point) {
          const at = toStage({ ...point, width: 0, height: 0 }, stage, now.size);
          marks.push({ key: nextKey(), kind: "point", at: { left: at.left - POINT_PX / 2, top: at.top - POINT_PX / 2, width: POINT_PX, height: POINT_PX } });
        }
        setFlashes((last) => [...last, ...marks]);
        setTimeout(() => setFlashes((last) => last.filter((flash) => !marks.includes(flash))), FLASH_MS);
      }),
    [session],
  );

  const place = () => {
    const now = shown.peek();
    const box = canvas.current?.getBoundingClientRect();
    return now && box ? { stage: box, page: now.size, id: now.page } : undefined;
  };
  useEffect(() => {
    if (!mine || !surface.current || !keyboard.current) return;
    keyboard.current.focus({ preventScroll: true });
    return steer(session, surface.current, keyboard.current, place);
  }, [session, mine]);

  // Another session's view must not inherit the pointing.
  useSignalEffect(() => {
    if (picking.value && !questionsOf(session).some(({ id }) => id === picking.value)) picking.value = undefined;
  });
  const pick = async (event: MouseEvent) => {
    const now = place();
    const at = now && toPage({ x: event.clientX, y: event.clientY }, now.stage, now.page);
    if (question && at && (await pickAt(session, question.id, at))) picking.value = undefined;
  };

  const size = shown.value?.size ?? USUAL;
  const stage = fitted(size, space.value);
  return (
    <div ref={room} class="room" style={{ "--shape": `${size.width} / ${size.height}` }}>
      <div
        ref={surface}
        class={`surface${mine ? " mine" : ""}${focused ? " focused" : ""}${question ? " picking" : ""}${live ? "" : " stale"}`}
        style={{ width: `${stage.width}px`, height: `${stage.height}px` }}
        onClick={question ? pick : undefined}
      >
        <canvas ref={canvas} role="img" aria-label={title ? `Live page: ${title}` : "Live page"} hidden={!shown.value} width="16" height="9" />
        {!shown.value && !problem && (
          <p class="room-wait">
            <span class="spinner" aria-hidden="true" /> Waiting for the first picture…
          </p>
        )}
        {flashes.map(({ key, kind, at }) => (
          <span key={key} class={`flash ${kind}`} aria-hidden="true" style={{ left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` }} />
        ))}
        {mine && (
          <textarea
            ref={keyboard}
            class="keyboard"
            aria-label="Keys go to the page. Shift+Escape leaves it."
            autoComplete="off"
            autoCapitalize="off"
            spellcheck={false}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        )}
        {problem && live && (
          <p class="room-problem" role="status">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

let lastKey = 0;
const nextKey = () => ++lastKey;
