import { useEffect, useState } from "preact/hooks";
import { filesPath } from "../../wire.ts";
import type { ToolOutputs } from "../../../generated/sdkTools.ts";
import { ask } from "../link/ask.ts";
import { onEvent } from "../link/link.ts";
import { Empty } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { now } from "../parts/now.ts";
import { useAsked } from "../parts/useAsked.ts";
import { ago, size } from "../parts/words.ts";
import { perform } from "../state/notices.ts";
import type { PanelProps } from "./panels.tsx";

type StoredFile = ToolOutputs["files_list"]["files"][number];

const making = new Set(["stop_video", "close_session", "screenshot", "pdf_save", "stop_har", "end_recording", "export_session_report", "perf_stop", "heap_snapshot", "export_playwright_script"]);
const texts = new Set(["flow", "script", "har", "dom", "capture", "audit", "body"]);

/** What the session left: pictures and videos play here, texts are shown, everything can be taken away. */
export function FilesPanel({ session }: PanelProps) {
  const { answer, again } = useAsked("files_list", { session, limit: 100 });
  const [open, setOpen] = useState<string>();
  useEffect(
    () =>
      onEvent((event) => {
        if (event.session !== session) return;
        if (event.topic === "downloadended" || (event.topic === "called" && making.has(event.data.tool))) again();
      }),
    [session],
  );
  return (
    <>
      <Makers session={session} again={again} />
      {!answer ? (
        <Empty title="Looking for files…" busy />
      ) : !answer.ok ? (
        <Empty title="The files cannot be listed">{answer.message}</Empty>
      ) : answer.data.files.length === 0 ? (
        <Empty title="No files yet">
          <p>Pictures, videos, downloads, recordings and reports of this session are kept here.</p>
        </Empty>
      ) : (
        <ul class="files">
          {answer.data.files.map((file) => (
            <li key={file.id} class="file">
              <div class="file-row">
                <button type="button" class="file-name" aria-expanded={open === file.id} onClick={() => setOpen(open === file.id ? undefined : file.id)}>
                  <span class="tag">{file.kind}</span>
                  <span class="mono">{nameIn(file.path)}</span>
                </button>
                <span class="quiet-text">
                  {size(file.bytes)} · {ago(Date.parse(file.modifiedAt), now.value)}
                </span>
                <a class="button quiet square" href={addressOf(file)} download={nameIn(file.path)} aria-label={`Download ${nameIn(file.path)}`}>
                  <Icon name="download" />
                </a>
              </div>
              {open === file.id && <Player file={file} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const nameIn = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
const addressOf = ({ id }: StoredFile): string => `${filesPath}${encodeURIComponent(id)}`;

function Player({ file }: { file: StoredFile }) {
  const name = nameIn(file.path);
  if (file.kind === "video") return <video class="player" controls preload="metadata" src={addressOf(file)} aria-label={name} />;
  if (/\.(png|jpe?g|webp|gif)$/i.test(name)) return <img class="player" src={addressOf(file)} alt={name} loading="lazy" />;
  if (/\.html?$/i.test(name))
    return (
      <p class="detail">
        <a href={addressOf(file)} target="_blank" rel="noopener noreferrer">
          Open it in a tab of its own
        </a>
      </p>
    );
  return texts.has(file.kind) ? <FileText file={file} /> : <p class="detail quiet-text mono">{file.path}</p>;
}

function FileText({ file }: { file: StoredFile }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    void ask("file_get", { file: file.id }).then((got) => setText(got.ok ? (got.data.encoding === "base64" ? "This is not text." : (got.data.content ?? "")) : got.message));
  }, [file.id]);
  return (
    <pre class="player" tabIndex={0} aria-label={nameIn(file.path)}>
      {text ?? "Reading…"}
    </pre>
  );
}

function Makers({ session, again }: { session: string; again: () => void }) {
  const state = useAsked("session_state", { session });
  const { flow: recording, video: filming, downloads: keeping } = state.answer?.ok ? state.answer.data.recording : {};
  const act = async (done: Promise<unknown>) => {
    await done;
    again();
    state.again();
  };
  return (
    <div class="panel-head">
      <button type="button" aria-pressed={Boolean(filming)} onClick={() => act(filming ? perform("stop_video", { session }, "The video is complete.") : perform("start_video", { session }, "Filming."))}>
        {filming ? "Stop the video" : "Film"}
      </button>
      <button
        type="button"
        aria-pressed={Boolean(recording)}
        onClick={() => act(recording ? perform("end_recording", { session, path: `flows/${session}.yaml` }, "The recording is complete.") : perform("start_recording", { session, flowName: session }, "Recording."))}
      >
        {recording ? "End the recording" : "Record"}
      </button>
      <button type="button" aria-pressed={Boolean(keeping)} onClick={() => act(perform("downloads_capture", { session, on: !keeping }, keeping ? "Downloads are let go." : "Downloads are kept."))}>
        Keep downloads
      </button>
      <button type="button" onClick={() => act(perform("export_session_report", { session, format: "html" }, "The report is written."))}>
        Report
      </button>
      <button type="button" onClick={() => act(perform("screenshot", { session, path: `pictures/${session}-${Date.now()}.png` }, "The picture is taken."))}>
        Picture
      </button>
    </div>
  );
}
