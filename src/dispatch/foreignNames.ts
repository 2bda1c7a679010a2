/** What other tools call it, and what to call here instead. */
const instead: Record<string, string> = {
  dblclick: "double_click, or click with clickCount:2",
  check: "fill with value:true",
  uncheck: "fill with value:false",
  goto: "navigate",
  open: "navigate",
  back: "go_back",
  navigate_back: "go_back",
  eval: "eval_js (enable_tools: javascript)",
  evaluate: "eval_js (enable_tools: javascript)",
  evaluate_script: "eval_js (enable_tools: javascript)",
  tabs: "list_targets, tab_open, tab_close (enable_tools: operations)",
  new_page: "tab_open (enable_tools: operations)",
  list_pages: "list_targets (enable_tools: operations)",
  url: "snapshot, which says url and title first",
  title: "snapshot, which says url and title first",
  html: "snapshot for what can be operated, web_browser for what can be read (enable_tools: web)",
  text: "text_search or snapshot",
  press_key: "press",
  keyboard: "press or type",
  select_option: "select; choose_option for lists that are no <select>",
  take_snapshot: "snapshot",
  take_screenshot: "screenshot",
  console_messages: "console_read",
  list_console_messages: "console_read",
  network_requests: "network_read",
  list_network_requests: "network_read",
  file_upload: "upload_file (enable_tools: act)",
  handle_dialog: "set_dialog_policy (enable_tools: policies)",
  resize: "set_viewport (enable_tools: navigate)",
};

const bare = (name: string): string => name.replace(/^(?:browser|agent_browser)_/, "");

/** What to use where an agent has a name from another tool, with or without that tool's prefix. */
export function saidHere(name: string, known: readonly string[]): string | undefined {
  return instead[bare(name)] ?? (known.includes(bare(name)) ? bare(name) : undefined);
}

/** The tools that it sends agents to. */
export const sentTo = (): string[] => Object.values(instead).flatMap((words) => /^\w+/.exec(words)?.[0] ?? []);
