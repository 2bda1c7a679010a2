import type { Answer, Field, Handle, RunningTool, Target } from "../drivers/driver.ts";

/** What it takes to say that the work is done, for whoever would otherwise believe what an answer seems to say. */
export type IsDone = () => Promise<boolean>;

/**
 * An agent that never errs: it remembers what answers have shown since the last look at the whole page, looks again only for what none of them
 * showed or where a remembered handle no longer works, with the tool's snapshot and then its search; it fills together what the tool can fill together.
 */
export class IdealAgent {
  readonly #tool: RunningTool;
  /** What the last look at the page and the answers after it have shown. */
  #seen: string[] = [];
  /** What came of the last action. */
  #last = "";
  /** Whether the page may have changed since it was looked at. */
  #acted = false;
  /** Where the caret was put. */
  #pressed: Handle | undefined;

  constructor(tool: RunningTool) {
    this.#tool = tool;
  }

  async open(url: string): Promise<void> {
    this.#seen = [];
    this.#took(await this.#tool.open(url));
    this.#acted = false;
  }

  /** @param targets the same thing, as different tools may call it */
  async click(...targets: Target[]): Promise<void> {
    await this.#press(targets, (handle) => this.#tool.click(handle));
  }

  /** @param targets the same thing, as different tools may call it */
  async doubleClick(...targets: Target[]): Promise<void> {
    await this.#press(targets, (handle) => this.#hands.doubleClick(handle));
  }

  /** Presses what the tool does not show, where a script says that it is. */
  async clickAt(centre: string): Promise<void> {
    const { text } = await this.#tool.evaluate(centre);
    const [, x, y] = /(\d+)(?:\.\d+)?,(\d+)/.exec(text) ?? [];
    if (x === undefined || y === undefined) throw new Error("no script says where it is");
    this.#took(await this.#hands.clickAt({ x: Number(x), y: Number(y) }));
  }

  /** An application that begins with a script is not there as soon as its page is. */
  async wait(text: string): Promise<void> {
    if (this.#seen.some((seen) => seen.includes(text))) return;
    this.#took(await this.#hands.wait(text));
  }

  /** Tries one way after the other, as somebody does who sees that the first one did not work. */
  async first(isDone: IsDone, ways: readonly (() => Promise<void>)[]): Promise<void> {
    let failure: unknown;
    for (const way of ways)
      try {
        await way();
        if (await isDone()) return;
      } catch (thrown) {
        failure = thrown;
      }
    throw failure ?? new Error("the application does not have it");
  }

  async press(key: string): Promise<void> {
    this.#took(await this.#hands.press(key));
  }

  /** Adds text where a press has put the caret; tools that type only into an element are given the one that is meant or else that was pressed. */
  async type(text: string, ...targets: Target[]): Promise<void> {
    const shown = this.#hands.typesIntoElements && targets.length > 0 ? await this.#know(targets).catch((_notShown: unknown) => undefined) : undefined;
    this.#took(await this.#hands.type(shown ?? this.#pressed ?? "", text));
  }

  async enter(fields: readonly Field[]): Promise<void> {
    const fill = async (): Promise<Answer> => {
      const known: { handle: Handle; field: Field }[] = [];
      for (const each of fields) known.push({ handle: await this.#know([each]), field: each });
      return this.#tool.fillForm(known);
    };
    this.#took(await this.#again(fill));
  }

  async verify(text: string): Promise<void> {
    if (this.#last.includes(text)) return;
    await this.#tool.verify?.(text);
  }

  get #hands(): NonNullable<RunningTool["hands"]> {
    if (!this.#tool.hands) throw new Error("has no keyboard");
    return this.#tool.hands;
  }

  #took({ text }: Answer): void {
    this.#last = text;
    this.#seen.push(text);
    this.#acted = true;
  }

  async #press(targets: readonly Target[], press: (handle: Handle) => Promise<Answer>): Promise<void> {
    const pressed = async (): Promise<Answer> => {
      this.#pressed = await this.#know(targets);
      return press(this.#pressed);
    };
    this.#took(await this.#again(pressed));
  }

  /** A handle of an earlier answer may not work any more: then the page is looked at and the work done once more. */
  async #again(work: () => Promise<Answer>): Promise<Answer> {
    if (!this.#acted) return work();
    try {
      return await work();
    } catch {
      await this.#look();
      return work();
    }
  }

  /** Handles of earlier looks may have been given to others. */
  async #look(): Promise<void> {
    this.#seen = [(await this.#tool.snapshot()).text];
    this.#acted = false;
  }

  async #know(targets: readonly Target[]): Promise<Handle> {
    const [target] = targets;
    const isLate = this.#acted;
    const search = async (): Promise<void> => {
      const found = await this.#tool.find?.(target?.name ?? "");
      if (found) this.#seen.push(found.text);
    };
    // What an action brings may come after its answer.
    const looks = [() => this.#look(), search, ...(isLate ? [() => this.#look()] : [])];
    for (const look of [undefined, ...looks]) {
      await look?.();
      const seen = this.#seen.toReversed().join("\n");
      const handle = targets.map((each) => this.#tool.handleIn?.(seen, each)).find((each) => each !== undefined);
      if (handle !== undefined) return handle;
    }
    throw new Error(`no answer shows ${target?.role} "${target?.name}"`);
  }
}
