import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineFrame } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import type { SessionPage } from "./sessionPage.ts";

/** The frame that gets what is typed. */
export async function frameWithFocus({ engine }: SessionPage): Promise<EngineFrame> {
  let frame = engine.mainFrame;
  for (;;) {
    const focus = await frame.ask("focusedFrame", null);
    if (!focus.inFrame) return frame;
    frame = await childAt(frame, focus.index);
  }
}

async function childAt(parent: EngineFrame, index: number): Promise<EngineFrame> {
  const places = await Promise.all(parent.children().map((child) => mayFail(child.ask("framePlace", null), "a child frame may go away while it is placed")));
  const found = parent.children().filter((_, at) => places[at] === index);
  const [child] = found;
  if (child && found.length === 1) return child;
  throw new DroverError("ambiguous", "the focus is in a frame that cannot be told from another one", {
    hint: "Name the field with ref or selector, so that it is known which page gets the secret.",
  });
}
