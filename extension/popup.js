const ask = (message = {}) => chrome.runtime.sendMessage(message);
const byId = (id) => document.getElementById(id);

async function show(told) {
  const { connected, shared, message } = told ?? (await ask());
  byId("state").textContent = connected
    ? shared.length > 0
      ? `Drover drives ${shared.length === 1 ? "one tab" : `${shared.length} tabs`}. It sees and does there what you could.`
      : "Connected. Nothing is shared yet: choose a tab."
    : "Run `drover bridge` in a terminal, and paste the code that it prints.";
  byId("pair").hidden = connected;
  byId("pair").style.display = connected ? "none" : "flex";
  byId("trouble").textContent = message ?? "";
  const own = chrome.runtime.getURL("");
  const tabs = connected ? (await chrome.tabs.query({ currentWindow: true })).filter(({ url = "" }) => /^(https?|file):/.test(url) && !url.startsWith(own)) : [];
  tabs.sort((a, b) => Number(b.active) - Number(a.active));
  byId("tabs").replaceChildren(
    ...tabs.map((tab) => {
      const row = document.createElement("li");
      const name = document.createElement("span");
      const button = document.createElement("button");
      const on = shared.includes(tab.id);
      row.className = tab.active ? "here" : "";
      name.textContent = tab.title || tab.url;
      name.title = tab.url;
      button.textContent = on ? "Stop" : tab.active ? "Share this tab" : "Share";
      button.className = on ? "stop" : "";
      button.setAttribute("aria-label", `${button.textContent}: ${name.textContent}`);
      button.addEventListener("click", async () => show(await ask(on ? { unshare: tab.id } : { share: tab.id })));
      row.append(name, button);
      return row;
    }),
  );
}

byId("pair").addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = await ask({ connect: byId("code").value });
  await show({ ...told, message: told.ok ? "" : "Nobody answers to that code. Is `drover bridge` still running?" });
});
void show();
for (const event of [chrome.tabs.onUpdated, chrome.tabs.onActivated, chrome.tabs.onRemoved]) event.addListener(() => void show());
