/**
 * Runs in the page's own world, because what the page reads must change there. The undo is kept under a symbol that
 * pages do not look for.
 */
export const toBackground = `(() => {
  const key = Symbol.for("drover.visibility");
  if (window[key]) return;
  const put = (object, name, descriptor) => {
    const had = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { configurable: true, ...descriptor });
    return () => (had ? Object.defineProperty(object, name, had) : delete object[name]);
  };
  const frames = new Map();
  let nextFrame = -1;
  const { requestAnimationFrame, setTimeout } = window;
  const undo = [
    put(document, "visibilityState", { get: () => "hidden" }),
    put(document, "hidden", { get: () => true }),
    put(document, "hasFocus", { value: () => false, writable: true }),
    put(window, "requestAnimationFrame", { writable: true, value: (callback) => (frames.set(nextFrame, callback), nextFrame--) }),
    put(window, "setTimeout", { writable: true, value: (callback, ms = 0, ...rest) => setTimeout.call(window, callback, Math.max(1000, ms), ...rest) }),
  ];
  window[key] = () => {
    delete window[key];
    for (const step of undo) step();
    for (const callback of frames.values()) requestAnimationFrame.call(window, callback);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    window.dispatchEvent(new Event("focus"));
  };
  Object.defineProperty(window, key, { enumerable: false });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  window.dispatchEvent(new Event("blur"));
})()`;

export const toForeground = `(() => { window[Symbol.for("drover.visibility")]?.(); })()`;
