import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { EngineFrame, FileChooser } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { ElementTarget } from "../elementTarget.ts";
import { type ActionCall, perform } from "./perform.ts";
import { pressAt } from "./pointer.ts";

/** A page that is going to open a chooser does so soon: the press is no leave to do it any later. */
const OPENS_WITHIN_MS = 5000;

/** Presses what opens a chooser of files, which stays closed: the input that asked for it is what gets them. */
export async function pressForChooser(call: ActionCall, target: ElementTarget): Promise<{ frame: EngineFrame; input: string }> {
  const { engine } = call.page;
  const choosers: FileChooser[] = [];
  let isOpen = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    isOpen = resolve;
  });
  const hear = (told: FileChooser): void => {
    choosers.push(told);
    isOpen();
  };
  engine.events.on("filechooser", hear);
  await engine.holdChoosers?.(true);
  try {
    const pressed = await perform(call, {
      type: "upload_file",
      target,
      ready: "pointer",
      options: { mode: "none" },
      run: ({ page, aimed, signal }) => pressAt(page, aimed?.point, { button: "left", signal }),
    });
    if (!pressed.ok) throw new DroverError(pressed.error ?? "internal", pressed.message ?? "it could not be pressed", { hint: pressed.hint });
    await settledWithin(Math.min(OPENS_WITHIN_MS, call.timeLeft() / 2), opened);
  } finally {
    engine.events.off("filechooser", hear);
    if (engine.holdChoosers) await mayFail(engine.holdChoosers(false), "a page that was left or closed holds nothing back");
  }
  const [chooser] = choosers;
  if (!chooser)
    throw new DroverError("not-editable", "it is not a file input, and it opened no chooser when it was pressed", {
      hint: 'Target the <input type="file"> (it may be hidden), or the button that opens the chooser; for drop zones use drop_files.',
    });
  return { frame: chooser.frame, input: await chooser.input() };
}
