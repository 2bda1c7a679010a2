import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { EngineFrame } from "../../engine/port.ts";
import { PickedPlace } from "../../files/pickedPlace.ts";
import { type SavedWorkspace, Workspace } from "../../files/workspace.ts";
import type { AskMode, GivenEntry, PickerAnswer, PickerApi, PickerChange } from "../../page/asks/api.ts";
import { DEFAULT_PATIENCE_MS } from "../../people/patience.ts";
import { asDroverError, isDroverError } from "../../protocol/errors.ts";
import type { ActionWindow } from "../action/actionWindow.ts";
import type { SessionPart, TellOfAction } from "../part.ts";
import type { Session } from "../session.ts";
import { AnsweredRequests } from "./answeredRequests.ts";
import { askMode, type FsPickerRequest } from "./askPolicy.ts";
import { whoeverSteers } from "./whoeverSteers.ts";

/** A file for a picker: of the workspace, or what the caller wrote itself. */
export type StagedFile = { workspace: Workspace; path: string } | { name: string; mimeType?: string; bytes: Buffer };

const workspaceShape = z.object({ folder: z.string(), closed: z.string().optional(), hardLinks: z.boolean().optional() });
const placeShape = z.object({ workspace: workspaceShape, path: z.string() });

const savedShape = z.object({
  policy: z.object({ mode: askMode, perAPI: z.record(z.string(), askMode) }).optional(),
  workspace: workspaceShape.optional(),
  /** Where pages' handles lead to. */
  picks: z.record(z.string(), placeShape),
});

type Saved = z.infer<typeof savedShape>;
export type FsPickerPolicy = NonNullable<Saved["policy"]>;

const MAX_PICKS = 200;
/** Of one file that a page saves. */
const MAX_SAVED_BYTES = 256 * 1024 * 1024;

/** Answers pages that ask for files and folders, and writes what they save. */
export class SessionPickers implements SessionPart<Saved> {
  readonly saved = savedShape;
  readonly #session: Session;
  readonly #answered: AnsweredRequests<FsPickerRequest>;
  readonly #staged = new Map<PickerApi, StagedFile[][]>();
  readonly #waiting = new Map<PickerApi, ((files: StagedFile[]) => void)[]>();
  readonly #picks = new Map<string, z.infer<typeof placeShape>>();
  /** What has come of files that pages are saving. */
  readonly #saving = new Map<string, Buffer[]>();
  #policy: FsPickerPolicy | undefined;
  /** Of whoever said that people are asked: their answers are paths in it. */
  #workspace: SavedWorkspace | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#answered = new AnsweredRequests(session, {
      field: "fsPickerRequests",
      plural: "pickers were opened",
      code: "unhandled-picker",
      failure: { source: "app", hint: "unhandled File System Access picker - set fsPickerPolicy with set_fs_picker_policy (allow, deny or ask-human)" },
      decide: "Choose what pickers give with set_fs_picker_policy and fs_picker_respond",
      describe: ({ api }) => ({
        since: `the page opened ${api} since the last action and was refused`,
        during: `the action made the page open ${api}, which was refused`,
      }),
    });
  }

  save(): Saved | undefined {
    if (!this.#policy && this.#picks.size === 0) return undefined;
    return { ...(this.#policy && { policy: this.#policy }), ...(this.#workspace !== undefined && { workspace: this.#workspace }), picks: Object.fromEntries(this.#picks) };
  }

  restore({ policy, workspace, picks }: Saved): void {
    this.#policy = policy;
    this.#workspace = workspace;
    for (const [pick, place] of Object.entries(picks)) this.#picks.set(pick, place);
  }

  begin(): void {
    const { asks } = this.#session.parts;
    asks.on("picker", (frame, { api, suggestedName }) => this.#pick(frame, api, suggestedName));
    asks.on("pickerChange", (_frame, change) => this.#change(change));
  }

  modeOf(api: PickerApi): AskMode {
    return whoeverSteers(this.#session, this.#policy?.perAPI[api] ?? this.#policy?.mode ?? "raise");
  }

  async setPolicy(policy: FsPickerPolicy, workspace: Workspace): Promise<void> {
    this.#policy = policy;
    this.#workspace = workspace.saved;
    this.#answered.forget();
    // Somebody else's browser has no script of ours before its first policy.
    await this.#session.parts.asks.configure({});
    this.#session.changed();
  }

  /** For the next picker of that API, or for one that waits. Returns how many answers are staged for it. */
  respond(api: PickerApi, files: StagedFile[]): number {
    const waiting = this.#waiting.get(api)?.shift();
    if (waiting) waiting(files);
    else this.#staged.set(api, [...(this.#staged.get(api) ?? []), files]);
    return this.#staged.get(api)?.length ?? 0;
  }

  admitAction(): void {
    this.#answered.admitAction();
  }

  watchAction(window: ActionWindow): TellOfAction {
    return this.#answered.watchAction(window);
  }

  async #pick(_frame: EngineFrame, api: PickerApi, suggestedName: string | undefined): Promise<PickerAnswer> {
    const mode = this.modeOf(api);
    const handledAs = ({ allow: "allowed", deny: "denied", raise: "raised", "ask-human": "asked-human" } as const)[mode];
    this.#answered.note({ api, ...(suggestedName !== undefined && { suggestedName }), handledAs });
    if (mode === "deny" || mode === "raise") return refusal;
    try {
      const files = mode === "allow" ? await this.#nextStaged(api) : await this.#askFor(api, suggestedName);
      if (files.length === 0) return refusal;
      return { entries: files.map((file) => this.#entryOf(api, file)) };
    } catch (thrown) {
      if (!isDroverError(thrown)) throw thrown;
      return { ...refusal, message: thrown.message };
    }
  }

  #nextStaged(api: PickerApi): Promise<StagedFile[]> {
    const files = this.#staged.get(api)?.shift();
    if (files) return Promise.resolve(files);
    return new Promise((resolve) => {
      this.#waiting.set(api, [...(this.#waiting.get(api) ?? []), resolve]);
    });
  }

  async #askFor(api: PickerApi, suggestedName: string | undefined): Promise<StagedFile[]> {
    const what = { showOpenFilePicker: "Which file may the page open", showSaveFilePicker: `Where may the page save ${suggestedName ?? "its file"}`, showDirectoryPicker: "Which folder may the page use" }[api];
    const ending = await this.#session.parts.people.ask({ kind: "files", prompt: `${what}?`, about: api, timeoutMs: DEFAULT_PATIENCE_MS });
    const paths = ending.outcome === "answered" && Array.isArray(ending.value) ? ending.value : [];
    const place = this.#session.parts.hands.workspace ?? this.#workspace;
    if (!place) return [];
    const workspace = Workspace.of(place);
    return paths.map((path) => ({ workspace, path }));
  }

  #entryOf(api: PickerApi, file: StagedFile): GivenEntry {
    const pick = `${Date.now().toString(36)}${randomBytes(4).toString("hex")}`;
    if (!("path" in file)) return { pick, name: file.name, kind: "file", bytes: file.bytes.toString("base64"), ...(file.mimeType && { mimeType: file.mimeType }) };
    const place = new PickedPlace(file.workspace, file.path);
    this.#picks.set(pick, { workspace: file.workspace.saved, path: file.path });
    for (const old of this.#picks.keys()) {
      if (this.#picks.size <= MAX_PICKS) break;
      this.#picks.delete(old);
    }
    this.#session.changed();
    if (api === "showDirectoryPicker") {
      const tree = place.tree().map(({ names, bytes }) => ({ names, ...(bytes && { bytes: bytes.toString("base64") }) }));
      return { pick, name: place.name, kind: "directory", tree };
    }
    return { pick, name: place.name, kind: "file", ...(place.kind === "file" && { bytes: place.read().toString("base64") }) };
  }

  /** Resolves when it is on disk: the page's own promise waits for that. */
  async #change(change: PickerChange): Promise<{ failed?: string }> {
    const target = this.#picks.get(change.pick);
    // What the caller wrote itself, or a handle that is older than what is remembered, is the page's alone.
    if (!target) return {};
    try {
      const place = new PickedPlace(Workspace.of(target.workspace), target.path);
      if (change.change === "write") await this.#write(place, change);
      if (change.change === "folder") place.makeFolder(change.names);
      if (change.change === "remove") place.remove(change.names);
      if (change.change === "move") place.move(change.names, change.to);
      return {};
    } catch (thrown) {
      return { failed: asDroverError(thrown).message };
    }
  }

  async #write(place: PickedPlace, { pick, names, chunk, last }: Extract<PickerChange, { change: "write" }>): Promise<void> {
    const key = JSON.stringify([pick, names]);
    const chunks = [...(this.#saving.get(key) ?? []), Buffer.from(chunk, "base64")];
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    this.#saving.delete(key);
    if (size > MAX_SAVED_BYTES) throw new Error(`a page may save ${MAX_SAVED_BYTES} bytes at most`);
    if (last) await place.write(names, Buffer.concat(chunks));
    else this.#saving.set(key, chunks);
  }
}

/** As when somebody dismisses the browser's own picker. */
const refusal = { refused: "NotAllowedError", message: "The request is not allowed by the user agent or the platform in the current context." } as const;
