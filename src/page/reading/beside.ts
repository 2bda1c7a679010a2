/** What stands beside an article on most sites, by the words that introduce it. */

/** All of a short block: what to do with the page, and labels of things that are not there. */
const idle =
  /^(?:share(?: (?:this|on|via|with)\b.{0,40})?|tweet|print(?: this)?|drucken|teilen|e-?mail(?: this)?|like this:?|loading\.{0,3}|facebook|twitter|whatsapp|linkedin|pinterest|reddit|xing|telegram|instagram|youtube|rss|flattr|pocket|merken|mehr(?: lesen| dazu| erfahren)?|read more|continue reading|weiterlesen|weiter|zurück|back to top|nach oben|anzeige|werbung|advertisement|sponsored|subscribe(?: now)?|sign up|log ?in|anmelden|registrieren|follow(?: us| me)?\b.{0,30}|leave a (?:comment|reply)|comments?|kommentare?|kommentieren|antworten|reply|\d+ (?:comments?|kommentare?|shares?|likes?|responses?|replies)|no comments(?: yet)?|keine kommentare|previous|next|vorherige[rs]?|nächste[rs]?|skip to (?:main )?content|menu|menü|suche?|search|home|startseite|tags?:?|schlagw(?:ö|oe)rter:?|kategorien?:?|categor(?:y|ies):?|(?:posted|filed) (?:in|under)\b.{0,80}|tagged\b.{0,80}|(?:bild|foto|photo|image|quelle|source|credit)s?:?)$/i;

/** A heading, or a line like one, after which nothing of the article comes. */
const introduces =
  /^(?:related|similar|recommended|more (?:from|on|in|about|stories|articles|news|posts)|you (?:may|might) (?:also )?(?:like|be interested|enjoy)|read (?:also|next|more)|also read|see also on|popular|most (?:read|popular|viewed)|trending|latest (?:news|posts|articles|stories)|recent (?:posts|articles|comments)|comments?\b|\d+ (?:comments?|kommentare?|responses?|thoughts? on)\b|leave a (?:comment|reply)|join the (?:conversation|discussion)|share (?:this|on|your)|about the authors?|newsletter|subscribe|sign up|follow us|sponsored|advertisement|around the web|ähnliche|verwandte|weitere (?:artikel|beiträge|nachrichten|themen|meldungen|infos|informationen zum)|mehr (?:zum thema|zu|aus|von|artikel|nachrichten)|das könnte (?:sie|dich|ihnen|dir)|auch interessant|lesen sie auch|lies auch|meistgelesen|beliebte?|aktuelle? (?:artikel|beiträge|meldungen)|neueste|kommentare?\b|kommentar (?:schreiben|verfassen|hinterlassen)|schreibe? (?:einen|ein) kommentar|diskutieren|teilen|artikel teilen|über (?:den autor|die autorin)|zur person|schlagw|stichw|(?:à|a) lire aussi|articles? (?:similaires|liés)|sur le même sujet|commentaires?\b|artículos relacionados|te puede interesar|comentarios?\b)/i;

const SHORT = 120;
/** Of the text, the share after which the end may begin. */
const LATE = 0.45;
const MOST_LINKED = 0.65;

const words = (element: Element): string => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** Takes out what leads away or says nothing; the text itself is left alone. */
export function dropIdle(root: Element): void {
  for (const each of [...root.querySelectorAll("p, li, div, span, h2, h3, h4, h5, h6, strong, a, figcaption")].toReversed()) {
    if (!root.contains(each) || each.querySelector("img, pre, table, code") || each.closest("pre, code, table")) continue;
    const text = words(each);
    const isInline = each.localName === "span" || each.localName === "strong" || each.localName === "a";
    if (isInline && words(each.parentElement ?? each) !== text) continue;
    if (text !== "" && text.length <= SHORT && idle.test(text)) each.remove();
  }
  dropEnd(root);
  dropLinkLists(root);
}

/** From a heading that introduces other things to the end of what it stands in. */
function dropEnd(root: Element): void {
  const all = words(root).length;
  for (const heading of root.querySelectorAll("h2, h3, h4, h5, h6, strong, b")) {
    const text = words(heading);
    if (text.length === 0 || text.length > SHORT || !introduces.test(text) || !root.contains(heading)) continue;
    const block = /^h\d$/.test(heading.localName) ? heading : lineAround(heading, text);
    if (!block) continue;
    if (textBefore(root, block) < all * LATE) continue;
    const level = /^h(\d)$/.exec(heading.localName)?.[1];
    const doomed: Element[] = [block];
    for (let next = block.nextElementSibling; next; next = next.nextElementSibling) {
      const other = /^h(\d)$/.exec(next.localName)?.[1];
      if (level !== undefined && other !== undefined && other <= level && !introduces.test(words(next))) break;
      // Text that is longer than what such parts have is the article again.
      if (next.localName === "p" && words(next).length > 350 && linkedShare(next) < 0.3) break;
      doomed.push(next);
    }
    for (const each of doomed) each.remove();
  }
}

/** A line that is bold as a whole is a heading of those who have none. */
function lineAround(element: Element, text: string): Element | undefined {
  const block = element.closest("p, div, li");
  return block && words(block) === text ? block : undefined;
}

function textBefore(root: Element, element: Element): number {
  let length = 0;
  for (let at: Element = element; at !== root; at = at.parentElement ?? root) for (let before = at.previousSibling; before; before = before.previousSibling) length += (before.textContent ?? "").trim().length;
  return length;
}

function linkedShare(element: Element): number {
  const all = words(element).length;
  return all === 0 ? 0 : [...element.querySelectorAll("a")].reduce((sum, link) => sum + words(link).length, 0) / all;
}

/** Lists of nothing but links at the end: tags, other articles. Those in the middle of a text belong to it. */
function dropLinkLists(root: Element): void {
  const all = words(root).length;
  for (const list of [...root.querySelectorAll("ul, ol")].toReversed()) {
    if (!root.contains(list) || list.querySelectorAll("li").length < 2 || linkedShare(list) < MOST_LINKED || words(list).length > all * 0.3) continue;
    // A list with a heading of its own is a part of the text: sources, links that the author gives.
    const hasHeading = /^h\d$/.test(list.previousElementSibling?.localName ?? "");
    if (!hasHeading && textBefore(root, list) >= all * 0.85) list.remove();
  }
}
