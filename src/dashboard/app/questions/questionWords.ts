/** What needs the answer, in words. */
export function aboutWords(about: string): string {
  const known = words[about];
  if (known) return known;
  const [kind, what = ""] = about.split(":");
  if (kind === "dialog") return `The page shows ${what === "alert" ? "an alert" : `a ${what} dialog`}`;
  return `Needed for ${about.replaceAll("_", " ")}`;
}

const words: Record<string, string> = {
  await_human: "The agent asks",
  navigate_off_allowlist: "Wants to leave the allowed origins",
  byob_action: "Wants to act in your own browser",
  file_download: "Wants to keep a download",
  file_upload: "Wants to upload a file",
  filechooser: "The page wants a file",
};
