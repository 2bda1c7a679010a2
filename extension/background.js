// Carries the DevTools protocol between Drover, on this machine, and the tabs that a person has shared.

let socket;
let connected = Promise.resolve(false);
/** Tab id to the target id that the protocol knows it by. */
const shared = new Map();

const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

async function badge(tabId) {
  const on = shared.has(tabId);
  await chrome.action.setBadgeText({ tabId, text: on ? "ON" : "" });
  if (on) await chrome.action.setBadgeBackgroundColor({ tabId, color: "#d90429" });
}

/** The code is "<port>-<token>", as `drover bridge` prints it. */
function connect(code) {
  const [port, token] = code.trim().split("-");
  connected = new Promise((resolve) => {
    const opening = new WebSocket(`ws://127.0.0.1:${port}/extension?token=${encodeURIComponent(token ?? "")}`);
    opening.onopen = () => {
      socket = opening;
      send({ type: "hello", userAgent: navigator.userAgent });
      resolve(true);
    };
    opening.onerror = () => resolve(false);
    opening.onclose = () => {
      if (socket === opening) {
        socket = undefined;
        for (const tabId of [...shared.keys()]) void unshare(tabId, "the bridge was closed");
      }
      resolve(false);
    };
    opening.onmessage = ({ data }) => void obey(JSON.parse(data));
  });
  return connected;
}

async function obey({ id, type, tabId, sessionId, method, params }) {
  if (type === "ping") return;
  try {
    if (!shared.has(tabId)) throw new Error("the tab is not shared");
    if (type === "activate") {
      const tab = await chrome.tabs.update(tabId, { active: true });
      await chrome.windows.update(tab.windowId, { focused: true }).catch(() => undefined);
      return send({ type: "answer", id, result: {} });
    }
    const result = await chrome.debugger.sendCommand({ tabId, ...(sessionId && { sessionId }) }, method, params);
    send({ type: "answer", id, result: result ?? {} });
  } catch (error) {
    send({ type: "answer", id, error: asProtocolError(error) });
  }
}

/** chrome.debugger puts the protocol's own error into the message, as JSON. */
function asProtocolError({ message }) {
  try {
    const { code, message: words } = JSON.parse(message);
    return { code, message: words };
  } catch {
    return { code: -32000, message };
  }
}

async function share(tabId) {
  if (shared.has(tabId)) return;
  await chrome.debugger.attach({ tabId }, "1.3");
  const target = (await chrome.debugger.getTargets()).find((each) => each.tabId === tabId);
  shared.set(tabId, target.id);
  await badge(tabId);
  send({ type: "shared", tabId, targetId: target.id, url: target.url, title: target.title });
}

async function unshare(tabId, reason) {
  if (!shared.delete(tabId)) return;
  send({ type: "unshared", tabId, reason });
  await chrome.debugger.detach({ tabId }).catch(() => undefined);
  await badge(tabId).catch(() => undefined);
}

chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
  if (shared.has(tabId)) send({ type: "event", tabId, sessionId, method, params });
});
// The person pressed "cancel" in the bar that the browser shows, closed the tab, or opened DevTools in its place.
chrome.debugger.onDetach.addListener(({ tabId }, reason) => void unshare(tabId, reason));
chrome.tabs.onUpdated.addListener((tabId, changed, tab) => {
  if (!shared.has(tabId)) return;
  // The browser takes the badge away with each navigation.
  void badge(tabId);
  if (changed.title !== undefined || changed.url !== undefined) send({ type: "changed", tabId, url: tab.url, title: tab.title });
});

chrome.runtime.onMessage.addListener((message, _sender, answer) => {
  const act = async () => {
    if (message.connect !== undefined) {
      const ok = await connect(message.connect);
      if (ok) await chrome.storage.session.set({ code: message.connect });
      return { ok };
    }
    if (message.share !== undefined) await share(message.share);
    if (message.unshare !== undefined) await unshare(message.unshare, "the person stopped it");
    return { ok: true };
  };
  act().then(
    async (done) => answer({ ...done, connected: socket?.readyState === WebSocket.OPEN, shared: [...shared.keys()] }),
    (error) => answer({ ok: false, message: error.message, connected: socket?.readyState === WebSocket.OPEN, shared: [...shared.keys()] }),
  );
  return true;
});
