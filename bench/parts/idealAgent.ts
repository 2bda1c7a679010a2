import type { Field, Handle, RunningTool, Target } from "../drivers/driver.ts";

/**
 * An agent that never errs: it looks at the page only when no answer has yet shown what it needs, then takes the tool's
 * snapshot, then its search; it fills together what the tool can fill together.
 */
export class IdealAgent {
  readonly #tool: RunningTool;
  /** What the answers since the page last changed have shown. */
  #seen: string[] = [];

  constructor(tool: RunningTool) {
    this.#tool = tool;
  }

  async open(url: string): Promise<void> {
    this.#seen = [(await this.#tool.open(url)).text];
  }

  async click(...targets: Target[]): Promise<void> {
    const handle = await this.#know(...targets);
    this.#seen = [(await this.#tool.click(handle)).text];
  }

  /** An application that begins with a script is not there as soon as its page is. */
  async wait(text: string): Promise<void> {
    if (this.#seen.some((seen) => seen.includes(text))) return;
    this.#seen = [(await this.#hands.wait(text)).text];
  }

  /** Tries one way after the other, as somebody does whom an answer has shown that the first one did not work. */
  async first(ways: readonly (() => Promise<void>)[]): Promise<void> {
    let failure: unknown;
    for (const way of ways)
      try {
        return await way();
      } catch (thrown) {
        failure = thrown;
        this.#seen = [];
      }
    throw failure;
  }

  /** @param targets the same thing, as different tools may call it */
  async doubleClick(...targets: Target[]): Promise<void> {
    const handle = await this.#know(...targets);
    this.#seen = [(await this.#hands.doubleClick(handle)).text];
  }

  async press(key: string): Promise<void> {
    this.#seen = [(await this.#hands.press(key)).text];
  }

  /** Adds text where a click has put the caret; tools that type only into an element are given it. */
  async type(target: Target, text: string): Promise<void> {
    const handle = this.#hands.typesIntoElements ? await this.#know(target) : undefined;
    this.#seen = [(await this.#hands.type(handle ?? "", text)).text];
  }

  /** @param redraws whether the page shows other things while it is being filled */
  async enter(fields: readonly Field[], redraws = false): Promise<void> {
    const known: { handle: Handle; field: Field }[] = [];
    for (const each of fields) known.push({ handle: await this.#know(each), field: each });
    const { text } = await this.#tool.fillForm(known);
    this.#seen = redraws ? [text] : [...this.#seen, text];
  }

  async verify(text: string): Promise<void> {
    if (this.#seen.some((seen) => seen.includes(text))) return;
    await this.#tool.verify?.(text);
  }

  get #hands(): NonNullable<RunningTool["hands"]> {
    if (!this.#tool.hands) throw new Error("has no keyboard");
    return this.#tool.hands;
  }

  async #know(...targets: Target[]): Promise<Handle> {
    const [target] = targets;
    const looks = [() => this.#tool.snapshot(), () => this.#tool.find?.(target?.name ?? "")];
    for (const look of [undefined, ...looks]) {
      const answer = await look?.();
      if (answer) this.#seen.push(answer.text);
      const seen = this.#seen.toReversed().join("\n");
      const handle = targets.map((each) => this.#tool.handleIn?.(seen, each)).find((each) => each !== undefined);
      if (handle !== undefined) return handle;
    }
    throw new Error(`no answer shows ${target?.role} "${target?.name}"`);
  }
}
