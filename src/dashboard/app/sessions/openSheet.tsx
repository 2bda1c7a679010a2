import { useState } from "preact/hooks";
import { Sheet } from "../parts/sheet.tsx";
import { ask } from "../link/ask.ts";
import { sessions } from "../state/dashboard.ts";
import { go, openSheet } from "../state/ui.ts";

const close = () => {
  openSheet.value = undefined;
};

/** A name that nobody has, to begin with. */
function freeName(): string {
  for (let number = 1; ; number++) if (!sessions.value?.has(`session-${number}`)) return `session-${number}`;
}

export function OpenSheet() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const open = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? "").trim();
    const session = text("name");
    setBusy(true);
    setProblem(undefined);
    const opened = await ask("open_session", {
      session,
      mode: text("mode") === "incognito" ? "incognito" : "persistent",
      engine: text("engine") === "firefox" ? "firefox" : "chromium",
      headless: text("window") !== "headed",
    });
    const url = text("url");
    const went = opened.ok && url ? await ask("navigate", { session, url }) : opened;
    setBusy(false);
    if (!opened.ok) return setProblem(opened.message);
    close();
    go({ view: "session", session, panel: "calls" });
    if (!went.ok) setProblem(went.message);
  };
  return (
    <Sheet title="Open a session" close={close}>
      <form class="form" onSubmit={open}>
        <label>
          Name
          <input name="name" required maxLength={200} defaultValue={freeName()} autoComplete="off" />
        </label>
        <label>
          Address
          <input name="url" inputMode="url" placeholder="https://" autoComplete="off" />
        </label>
        <div class="form-row">
          <label>
            Browser
            <select name="engine">
              <option value="chromium">Chromium</option>
              <option value="firefox">Firefox</option>
            </select>
          </label>
          <label>
            Window
            <select name="window">
              <option value="headless">Headless</option>
              <option value="headed">Headed</option>
            </select>
          </label>
          <label>
            Log-ins
            <select name="mode">
              <option value="persistent">Kept</option>
              <option value="incognito">Forgotten</option>
            </select>
          </label>
        </div>
        <p class="form-problem" role="alert">
          {problem}
        </p>
        <div class="form-acts">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={busy}>
            {busy ? "Opening…" : "Open"}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
