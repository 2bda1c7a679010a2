/** What can be opened again of an address as it was written down: where that held a secret it has the secret's name, in brackets that such an address has none of otherwise. */
export function reopenable(written: string | undefined): { url: string | undefined; cut: boolean } {
  if (written === undefined || written === "about:blank") return { url: undefined, cut: false };
  if (!/^(?:https?|file):/.test(written) || !written.includes("<")) return { url: written, cut: false };
  const [place = ""] = written.split(/[#?]/);
  return { url: place.includes("<") ? /^[a-z]+:\/\/[^/<]*\//.exec(place)?.[0] : place, cut: true };
}
