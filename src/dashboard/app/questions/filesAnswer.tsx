import { useState } from "preact/hooks";
import { ask } from "../link/ask.ts";

/** As much as an artifact of a session may have. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Files of the person's own, which go to the page through the session's artifacts, or paths in the workspace. */
export function FilesAnswer({ session, give }: { session: string; give: (paths: string[] | false) => Promise<void> }) {
  const [problem, setProblem] = useState<string>();
  const choose = async (files: FileList | null) => {
    const paths: string[] = [];
    for (const file of files ?? []) {
      if (file.size > MAX_BYTES) return setProblem(`${file.name} is larger than 32 MiB. Put it into the workspace and name its path.`);
      const kept = await ask("artifact_save", { session, name: storable(file.name), content: await inBase64(file), encoding: "base64" });
      if (!kept.ok) return setProblem(kept.message);
      paths.push(kept.data.path);
    }
    if (paths.length > 0) await give(paths);
  };
  const named = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const paths = String(new FormData(event.currentTarget).get("paths") ?? "").split(",").map((path) => path.trim()).filter(Boolean);
    if (paths.length > 0) void give(paths);
  };
  return (
    <>
      <label class="button primary chooser">
        Choose a file
        <input class="hidden" type="file" multiple onChange={({ currentTarget }) => choose(currentTarget.files)} />
      </label>
      <form class="typed" onSubmit={named}>
        <input name="paths" aria-label="Paths in the workspace, with commas between them" placeholder="or a path in the workspace" autoComplete="off" />
        <button type="submit">Use it</button>
      </form>
      <button type="button" onClick={() => give(false)}>
        None
      </button>
      {problem && (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** A name that artifacts may have, as near to the file's own as that goes. */
const storable = (name: string): string => name.normalize("NFKD").replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^\.+/, "").slice(-100) || "file";

const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(file);
  });
