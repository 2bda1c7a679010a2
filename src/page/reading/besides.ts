/** What stands beside and among the text of an article and is none of it: told by its name, by its first words, by its links, by its place. */
import { drop, forgetAround, lengthOf, linkedShare, textBefore, wordsOf } from "./measures.ts";

const BESIDE =
  "nav, aside, footer, button, menu, dialog, body > header, [role=banner], [role=navigation], [role=complementary], [role=contentinfo], [role=search], [role=dialog], [role=menu], [role=toolbar], [itemtype$=BreadcrumbList]";

/** What pages call the parts that are the same on every page of theirs, or that lead away. */
const beside =
  /(?:^|[\s_-])(?:related\w*|recommend\w*|recirc\w*|share\w*|sharing|social\w*|newsletter\w*|subscri\w+|comments?|respond|kommentare?|breadcrumbs?|cookie\w*|consent|gdpr|privacy-?(?:embed|notice|overlay)|content-?blocker|third-?party\w*|advert\w*|ad-?unit|adsbox|affiliate\w*|promo\w*|sponsor\w*|sidebar|tagcloud|tags|tag-?list|keywords|author-?(?:box|bio|info|card|description|about)|about-?author|(?:post|article|entry)-?(?:author|tags|ratings?|footer|nav(?:igation)?|share|actions|tools)\w*|saboxplugin\w*|abh|footer\w*|masthead|site-?(?:header|branding|title|description|info|nav\w*)|pagination|pager|nav-?(?:links|bar|main)|popular|trending|most-?(?:read|viewed|popular)|teasers?|teaser\d\w*|teaser-?(?:list|grid|box|row)|read-?(?:more|next|also)|readingtime|reading-?time|next-?(?:story|post|article)|lee-?tambien|more-?(?:stories|articles|news|posts|link)|further|sign-?up|paywall|donat\w+|outbrain|taboola|disqus|jp-relatedposts|sharedaddy|likes?|wp-block-button|print-?only|skip-?links?|copyright\w*|toolbar|rating|post-?ratings?|anchor-?navi?|toc|toc-?(?:container|list)|table-?of-?contents|embed-?placeholder)(?:$|[\s_-])/i;
/** A part with such a name that holds more of the text than this is the text. */
const ASIDE_SHARE = 0.5;

/** Who wrote it, when and how long it takes: told apart, with what the page says of itself. */
const about =
  /(?:^|[\s_-])(?:(?:post|entry|article|content|page)?-?meta(?:data|line|-?info)?|by-?line|date-?(?:line|time|wrapper)?|publi(?:shed|cation)-?(?:date|at|on)?|pub-?date|time-?stamp|posted-?(?:on|by|in)|last-?updated|updated|author-?date|post-?(?:date|info)|article-?(?:date|info))(?:$|[\s_-])/i;
const ABOUT_LENGTH = 160;

/** Whose picture it is. */
const creditName = /(?:^|[\s_-])(?:\w*credits?|\w*copyright|photographer|image-?(?:author|source)|caption-?source|\w*sources?)(?:$|[\s_-])/i;
const creditWords =
  /^[\s([/.,|–-]*(?:(?:\p{L}{1,14}[- ]?)?(?:photos?|images?|pictures?|fotos?|bild(?:er|nachweis|quelle|rechte)?|grafik|credits?|crédits?(?: photos?)?|créditos?|illustration|image illus.?tra.?tive|imagen|fot|źródło|zdjęcie|quelle|source|immagine)(?: credits?| by| von| di| courtesy)?\s*(?:[:©]|\.:)|©|\(c\)|photo(?:graph)?s? by|(?:getty images|shutter ?stock|picture alliance|pixabay|unsplash|istock)\b)/iu;
const CREDIT_LENGTH = 140;

/** A line that points to another page. */
const pointer =
  /^[\s>»→▶•*+[(–-]*(?:read (?:also|more|next|the full)|also read|auch lesen|dowiedz się więcej|weiter zu|see also|more (?:on|about|from|:)|related|recommended|watch(?: also)?:|don.t miss|lesen sie (?:auch|hier|mehr)|lies auch|lesetipp|mehr (?:zum thema|dazu|zu diesem|lesen|infos?|informationen|über|aus)|siehe auch|auch interessant|weiterlesen|passend dazu|hier geht es|zum thema|zum artikel|schon gelesen|(?:à|a) (?:lire|voir|découvrir)(?: aussi| également)?|lire (?:aussi|également|la suite)|voir aussi|sur le même|lea (?:también|más|además)|lea:|lee (?:también|más)|le(?:e|a) |leia (?:também|mais)|veja (?:também|mais)|(?:le |te )puede interesar|puedes ver|mira(?: también)?:|vea (?:también|además)|ver (?:también|más)|además:|leggi anche|guarda anche|czytaj (?:też|także|więcej|również)|zobacz (?:też|także|również)|lees ook|les også|läs också)\b/i;
const POINTER_LENGTH = 260;

/** All of a short block: what to do with the page, and labels of what is not there. */
const idle =
  /^[\s[({|>»→–-]*(?:share(?: (?:this|on|via|with)\b.{0,40})?|tweet|print(?: this)?|drucken|(?:artikel |beitrag )?teilen|e-?mail(?: this)?|like this|loading|lade(?:n| weitere inhalte)?|facebook|twitter|whatsapp|linkedin|pinterest|reddit|xing|telegram|instagram|youtube|rss|flattr|pocket|merken|mehr(?: lesen| dazu| erfahren| anzeigen)?|read more|continue reading|show (?:more|less)|view comments|weiterlesen|weiter|zurück|(?:back|nach|zum) (?:to top|oben|seitenanfang)|top|anzeige|werbung|advertisements?|ads?|publicidad|publicité|pubblicità|publicidade|reklama|sponsored|subscribe(?: now)?|sign (?:up|in)|log ?in|anmelden|registrieren|follow(?: us| me)?\b.{0,30}|leave a (?:comment|reply)|comments?|kommentare?(?: schreiben)?|kommentieren|antworten|reply|\d+ (?:comments?|kommentare?|shares?|likes?|responses?|replies)|no comments(?: yet)?|keine kommentare|previous|next|vorherige[rs]?|nächste[rs]?|skip to (?:main )?content|menu|menü|suche?|search|home|startseite|tags?|themen(?: im artikel)?|schlagw(?:ö|oe)rter|kategorien?|categor(?:y|ies)|(?:posted|filed) (?:in|under)\b.{0,80}|tagged\b.{0,80}|(?:bild|foto|photo|image|quelle|source|credit|quellen (?:ein|aus)blenden)s?|bild (?:anzeigen|vergrößern)|©.{0,90}|\(?noch keine bewertungen\)?|all rights reserved|alle rechte vorbehalten)[\s\])}:.…|<«←–-]*$/i;
const IDLE_LENGTH = 120;

/** An invitation to pay, to write, to come in: a short block that asks something of its reader. */
const asks =
  /^.{0,80}?(?<!\p{L})(?:subscrib(?:e|ers?)|sign(?:ing)? (?:up|in)|log in|hear what you think|create (?:an|your) account|become a member|join our|support(?:ing)? (?:us|our)|donate|our newsletter|follow us|submit your|download (?:our|the) .{0,30}apps?|eingeloggt|einloggen|anmelden|abonnier\p{L}*|newsletter|mitglied werden|unterstützen? (?:sie )?uns|spende\p{L}*|folge uns|folgen sie|schreiben sie uns|verraten sie|créez votre compte|abonnez|inscri(?:s|v)\p{L}*|suscr[ií]b\p{L}*|escribirnos|s[ií]guenos|únete|assine|inscreva|iscriviti|abbonati|subskrypc\p{L}*|zapraszamy)(?![\p{L}])/iu;
const ASKS_LENGTH = 320;

/** A heading, or a line like one, after which nothing of the article comes. */
const introduces =
  /^[\s>»→–-]*(?:related\b|das thema könnte|mehr themen|zum weiterlesen|entdecke weitere|heute empfehlen|alle artikel|wie bewerten sie|similar\b|new and exciting|recommended|more (?:from|on|in|about|stories|articles|news|posts|like)|you (?:may|might) (?:also )?(?:like|be interested|enjoy)|read (?:also|next|more)|also read|popular|top \d+\b|most (?:read|popular|viewed)|trending|latest (?:news|posts|articles|stories)|recent (?:posts|articles|comments)|comments?\b|\d+ (?:comments?|kommentare?|responses?|thoughts? on)\b|leave a (?:comment|reply)|join the (?:conversation|discussion)|share (?:this|on|your)|about (?:the author|us\b)|newsletter|subscribe|sign up|follow us|sponsored|around the web|ähnliche|verwandte|weitere (?:artikel|beiträge|nachrichten|themen|meldungen|news|infos|informationen)|mehr (?:zum|zu|aus|von|artikel|nachrichten)|das könnte (?:sie|dich|ihnen|dir)|auch interessant|lesen sie auch|lies auch|meistgelesen|meistdiskutiert|beliebte?|aktuelle? (?:artikel|beiträge|meldungen)|neueste|kommentare?\b|kommentieren|kommentar (?:schreiben|verfassen|hinterlassen)|schreibe? (?:einen|ein) kommentar|keine kommentare|diskutieren|(?:den )?artikel (?:mit anderen )?teilen|(?:möchten sie|war) (?:den|der) artikel|teilen|über (?:den autor|die autorin|uns\b)|zur person|schlagw|stichw|schon gelesen|(?:à|a) lire aussi|articles? (?:similaires|liés)|sur le même sujet|commentaires?\b|artículos relacionados|noticias relacionadas|te puede interesar|le puede interesar|visto ahora|comentarios?\b|veja também|leia também|notícias relacionadas|articoli correlati|potrebbe interessarti|zobacz (?:też|także|również)|czytaj (?:też|także)|lees ook)/i;
/** Of the text, the share after which the end may begin. */
const LATE = 0.4;
/** Of the text, the share that such an end may hold in words that are no links. */
const MOST_PROSE = 0.12;
const MOST_LINKED = 0.65;
/** A longer paragraph is the article's again. */
const PROSE = 350;

const KEEPS = "img, picture, video, pre, table, code, math, [data-math]";
const BLOCKS = "p, li, div, section, blockquote, h2, h3, h4, h5, h6, ul, ol, dl, table, figure, article, header";

/** What names leave of the text, and what the other signs leave of that, at the least; else they have taken the article for something beside it. */
const LEFT = { byName: 0.05, bySigns: 0.4 };

export function withoutWhatIsBeside(element: Element): Element {
  const named = element.cloneNode(true) as Element;
  dropNamed(named);
  if (lengthOf(named) < lengthOf(element) * LEFT.byName) {
    const gentle = element.cloneNode(true) as Element;
    for (const each of gentle.querySelectorAll(BESIDE)) drop(each);
    return gentle;
  }
  const root = named.cloneNode(true) as Element;
  for (const rule of [dropAbout, dropCredits, dropTableOfContents, dropIdle, dropPointers, dropEnds, dropCards, dropLinkLists, dropClosing, dropEdges, dropBareHeadings]) rule(root);
  return lengthOf(root) >= lengthOf(named) * LEFT.bySigns ? root : named;
}

/** Whether a page calls an element, or what it stands in, something beside its text. */
export const isBeside = (element: Element): boolean => {
  for (let at: Element | null = element; at && at.localName !== "body"; at = at.parentElement) if (at.matches(BESIDE) || at.matches("header, form") || (beside.test(nameOf(at)) && !isPost(at) && !/^(?:main|article)$/.test(at.localName))) return true;
  return false;
};

const noLead = /(?:caption|author|related|share|social|breadcrumb|cookie|comment|newsletter|menu|\bnav)/i;

/** Who wrote it, and when; captions, and what is cut short of other pages: by its own name or one of the small parts that it stands in. */
export const saysWhoOrWhen = (element: Element): boolean => {
  const most = lengthOf(element) + ABOUT_LENGTH;
  for (let at: Element | null = element; at && lengthOf(at) <= most && !isPost(at) && !/^(?:article|main|body)$/.test(at.localName); at = at.parentElement) if ([about, creditName, noLead].some((name) => name.test(nameOf(at)))) return true;
  return false;
};

/** A line that says something of the article and is none of it. */
export const isAside = (text: string): boolean => idle.test(text) || creditWords.test(text) || pointer.test(text) || asks.test(text);

const nameOf = (element: Element): string => `${element.getAttribute("class") ?? ""} ${element.id}`;

/** WordPress writes the tags of a post into its class. */
const isPost = (element: Element): boolean => /(?:^|\s)(?:hentry|type-(?:post|page)|entry-content)(?:$|\s)/.test(element.getAttribute("class") ?? "");

const named = (root: Element, pattern: RegExp): Element[] => [...root.querySelectorAll("[class], [id]")].filter((each) => pattern.test(nameOf(each)) && !isPost(each) && !/^(?:body|main|article|h1|pre|code|table|td)$/.test(each.localName));

function dropNamed(root: Element): void {
  const most = lengthOf(root) * ASIDE_SHARE;
  for (const each of [...root.querySelectorAll(BESIDE), ...named(root, beside)]) if (root.contains(each) && lengthOf(each) <= most && !each.querySelector("h1")) drop(each);
}

function dropAbout(root: Element): void {
  for (const each of [...root.querySelectorAll("time"), ...named(root, about)]) {
    const line = each.localName === "time" && /^(?:p|div|span|li|header)$/.test(each.parentElement?.localName ?? "") && lengthOf(each.parentElement ?? each) <= lengthOf(each) + 30 ? (each.parentElement ?? each) : each;
    if (line === root || !root.contains(line) || line.querySelector(`h1, h2, h3, ${KEEPS}`) || line.closest("table, pre")) continue;
    if (each.localName === "time" && line === each && isWithinProse(each)) continue;
    if (lengthOf(line) <= (/meta-?data/i.test(nameOf(line)) ? 3 : 1) * ABOUT_LENGTH) drop(line);
  }
}

/** In a sentence. */
const isWithinProse = (element: Element): boolean => {
  const block = element.closest("p, li, dd, blockquote");
  return block !== null && lengthOf(block) > ABOUT_LENGTH;
};

const caption = /(?:^|[\s_-])\w*(?:caption|imagedesc\w*|bildunterschrift|legende)\w*(?:$|[\s_-])/i;
const creditTail = /\s*(?:©|\(c\)|[([|/–-]?\s*(?:photos?|fotos?|bild|image|imagen|credits?|crédits?|crédito|quelle|source|fot|źródło)\s*(?:by|von)?\s*[:.©]).{0,90}$/iu;

function dropCredits(root: Element): void {
  // What a picture shows stays, whose it is goes.
  for (const each of [...root.querySelectorAll("figcaption"), ...named(root, caption)]) {
    const last = [...each.childNodes].findLast((node) => (node.textContent ?? "").trim() !== "");
    if (last?.nodeType !== 3) continue;
    last.nodeValue = (last.nodeValue ?? "").replace(creditTail, "");
    forgetAround(last);
  }
  for (const each of named(root, creditName)) if (root.contains(each) && lengthOf(each) <= CREDIT_LENGTH && !each.querySelector(KEEPS)) drop(each);
  for (const each of blocksOf(root, "p, div, small, span, em, i, figcaption, li, cite, a"))
    if (root.contains(each) && lengthOf(each) <= CREDIT_LENGTH && isWholeLine(each) && creditWords.test(wordsOf(each))) drop(each);
}

/** From the innermost. */
function blocksOf(root: Element, selector: string): Element[] {
  const holding = new Set<Element>();
  for (const kept of root.querySelectorAll(KEEPS)) for (let at = kept.parentElement; at && !holding.has(at); at = at.parentElement) holding.add(at);
  return [...root.querySelectorAll(selector)].toReversed().filter((each) => !holding.has(each) && !each.closest("pre, code, table"));
}

const isBlock = (element: Element): boolean => element.matches(BLOCKS) || element.localName === "figcaption";

/** A block, or the one thing that a block says. */
function isWholeLine(element: Element): boolean {
  if (isBlock(element)) return true;
  const parent = element.parentElement;
  return parent !== null && wordsOf(parent) === wordsOf(element);
}

/** Lists whose lines are the headings that follow: read twice, they say nothing more. */
function dropTableOfContents(root: Element): void {
  const headings = new Set([...root.querySelectorAll("h2, h3, h4, h5")].map((each) => wordsOf(each).toLowerCase()));
  if (headings.size < 2) return;
  for (const list of [...root.querySelectorAll("ul, ol")].toReversed()) {
    const lines = [...list.querySelectorAll("li")].map((each) => wordsOf(each.querySelector("a") ?? each).toLowerCase().replace(/^[\d.]+\s*/, ""));
    if (lines.length >= 2 && lines.filter((line) => headings.has(line)).length >= lines.length * 0.7) drop(list);
  }
}

/** A link that looks like a button says what to do. */
const buttonName = /(?:^|[\s_-])\w*(?:button|btn|cta)\w*(?:$|[\s_-])/i;
const BUTTON_LENGTH = 80;

function dropIdle(root: Element): void {
  for (const each of named(root, buttonName)) if (root.contains(each) && lengthOf(each) <= BUTTON_LENGTH && (each.localName === "a" || linkedShare(each) > 0.8) && isWholeLine(each) && !each.querySelector(KEEPS)) drop(each);
  for (const each of blocksOf(root, "p, li, div, span, h2, h3, h4, h5, h6, strong, b, a, figcaption, small, center")) {
    if (!root.contains(each) || !isWholeLine(each)) continue;
    const text = wordsOf(each);
    if (text === "") continue;
    if (text.length <= IDLE_LENGTH && idle.test(text)) drop(each);
    else if (text.length <= ASKS_LENGTH && each.localName !== "li" && isBlock(each) && (linkedShare(each) > 0.08 || /^h\d$/.test(each.localName) || each.querySelector("em, i") !== null) && asks.test(text) && !each.querySelector(BLOCKS)) drop(each);
  }
}

function dropPointers(root: Element): void {
  for (const each of blocksOf(root, "p, li, div, blockquote, h2, h3, h4, h5, h6")) {
    if (!root.contains(each) || each.querySelector("p, li, div, h2, h3, h4")) continue;
    const text = wordsOf(each);
    if (text.length === 0 || text.length > POINTER_LENGTH) continue;
    const links = linkedShare(each);
    const isTold = pointer.test(text) && (links > 0.3 || (/^h\d$/.test(each.localName) && /^[^:]{2,24}:/.test(text)));
    if (isTold || (links > 0.95 && isNameOfAPage(each))) drop(each);
  }
}

/** A paragraph that is one link between paragraphs of prose, with words as a headline has them. */
function isNameOfAPage(element: Element): boolean {
  if (element.localName !== "p" && element.localName !== "div") return false;
  const text = wordsOf(element);
  return element.querySelectorAll("a").length === 1 && text.length > 45 && text.length < 140 && text.includes(" ") && !/[.…]$/.test(text);
}

/** From a heading that introduces other things to the end of what it stands in. */
function dropEnds(root: Element): void {
  const all = lengthOf(root);
  for (const heading of root.querySelectorAll("h2, h3, h4, h5, h6, strong, b, p, div, span")) {
    const text = wordsOf(heading);
    if (text.length === 0 || text.length > IDLE_LENGTH || !root.contains(heading) || !introduces.test(text) || (!/^h\d$/.test(heading.localName) && ENDS.test(text))) continue;
    const block = /^h\d$/.test(heading.localName) ? heading : lineAround(heading, text);
    if (!block || block === root || textBefore(root, block) < all * LATE) continue;
    const level = levelOf(block);
    const doomed: Element[] = [block];
    for (let next = block.nextElementSibling; next; next = next.nextElementSibling) {
      const other = levelOf(next);
      if (level !== undefined && other !== undefined && other <= level && !introduces.test(wordsOf(next))) break;
      if (lengthOf(next) * (1 - linkedShare(next)) > (next.localName === "p" ? PROSE : 3 * PROSE)) break;
      if (level === undefined && next.localName === "p" && linkedShare(next) < 0.3 && wordsOf(next).length > 80) break;
      doomed.push(next);
    }
    const prose = doomed.reduce((sum, each) => sum + lengthOf(each) * (1 - linkedShare(each)), 0);
    if (prose <= all * MOST_PROSE) for (const each of doomed) drop(each);
  }
}

const levelOf = (element: Element): number | undefined => {
  const level = /^h(\d)$/.exec(element.localName)?.[1];
  return level === undefined ? undefined : Number(level);
};

/** A line that is one thing as a whole is a heading of those who have none. */
function lineAround(element: Element, text: string): Element | undefined {
  const block = element.closest("p, div, li");
  return block && wordsOf(block) === text ? block : undefined;
}

/** Three or more alike that each lead elsewhere with a headline and a few words: other articles. */
function dropCards(root: Element): void {
  const all = lengthOf(root);
  for (const each of [...root.querySelectorAll("ul, ol, div, section")].toReversed()) {
    if (!root.contains(each) || each.children.length < 3) continue;
    const length = lengthOf(each);
    if (length === 0 || length > all * 0.4 || each.querySelector("pre, table, h1, [data-math]")) continue;
    const cards = [...each.children].filter((child) => child.getAttribute("class") !== null && child.getAttribute("class") === each.lastElementChild?.getAttribute("class"));
    if (cards.length >= 3 && cards.length >= each.children.length - 1 && cards.every(isCard)) drop(each);
  }
}

const isCard = (element: Element): boolean => {
  const length = lengthOf(element);
  return length > 0 && length < 400 && linkedShare(element) > 0.25 && element.querySelector("h2 a, h3 a, h4 a, h5 a, a h2, a h3, a h4, a h5, a img, a [class*=title], a[class*=title], a [class*=head]") !== null;
};

/** Parts that are links and hardly anything else, and are no list of the article's: names of pages, or a row of labels. */
function dropLinkLists(root: Element): void {
  const all = lengthOf(root);
  for (const each of [...root.querySelectorAll("ul, ol, div, section, p")].toReversed()) {
    if (!root.contains(each) || each.querySelector("pre, table, h1, [data-math]") || each.closest("li, td, blockquote, dd")) continue;
    const length = lengthOf(each);
    if (length === 0 || length > all * 0.3 || isIntroduced(each)) continue;
    const links = each.querySelectorAll("a").length;
    if (links >= 3 && linkedShare(each) >= MOST_LINKED && (length / links >= 25 || each.localName === "p" || each.localName === "div")) drop(each);
  }
}

/** By a heading of the article, or by a sentence that ends with a colon. */
function isIntroduced(element: Element): boolean {
  const before = element.previousElementSibling;
  if (!before) return false;
  return /^h[2-6]$/.test(before.localName) || (before.localName === "p" && wordsOf(before).endsWith(":"));
}

/** Words about the article, not of it. */
const closing =
  /^[\s(*–-]*(?:this (?:article|story|post|text|content) (?:was|is|has been|first|originally)|a version of this|the (?:views|opinions) expressed|originally published|disclaimer|reprinted|\S.{0,40}is not responsible for|(?:dieser|der) (?:text|artikel|beitrag) (?:wurde|ist|erschien|stammt|steht|gibt|enthält|entspricht)|bei diesem beitrag|sofern nicht anders|les opinions|dieses werk|die inhalte dieser|(?:tags|keywords|topics|categor(?:y|ies)|themen|schlagworte|stichworte|kategorien?|etiquetas|mots-clés)\s*:|(?:about|über) (?:the author|den autor|die autorin)|(?:text|von|by|autor(?:in)?|author|redaktion)\s*:|cet article|este artículo|questo articolo|artykuł)/i;
const author = /(?:^|[\s_-])(?:authors?\w*|vcard|bio|autor\w*)(?:$|[\s_-])/i;
const CLOSING = { after: 0.6, most: 600 };

/** At the end: who wrote it, where it was printed first, what may be done with it. */
function dropClosing(root: Element): void {
  const all = lengthOf(root);
  const isLate = (each: Element): boolean => root.contains(each) && lengthOf(each) <= CLOSING.most && textBefore(root, each) >= all * CLOSING.after;
  for (const each of named(root, author)) if (isLate(each)) drop(each);
  for (const each of blocksOf(root, "p, div, small, li")) if (!each.querySelector("p, div, li") && closing.test(wordsOf(each)) && isLate(each)) drop(each);
}

/** Calls, links and introductions to nothing after the last words of an article are none of it. */
function dropEdges(root: Element): void {
  const most = lengthOf(root) * EDGE.share;
  const doomed: Element[] = [];
  for (const each of [...root.querySelectorAll("p, div, h2, h3, h4, h5, h6, li, td, pre, blockquote, figcaption, dd, section")].toReversed()) {
    if (lengthOf(each) === 0 || each.querySelector("p, div, h1, h2, h3, h4, h5, h6, li, table, pre, blockquote, figure, section")) continue;
    if (doomed.length >= EDGE.blocks || !isOfNoUseLast(each)) break;
    doomed.push(each);
  }
  if (doomed.reduce((sum, each) => sum + lengthOf(each), 0) <= most) for (const each of doomed) drop(each);
}

function isOfNoUseLast(element: Element): boolean {
  if (!/^(?:p|div|section|h\d)$/.test(element.localName) || element.closest("li, table, blockquote, figure, pre") || element.querySelector(KEEPS)) return false;
  const text = wordsOf(element);
  return linkedShare(element) > 0.8 || text.endsWith(":") || asks.test(text) || closing.test(text) || (text.length < EDGE.call && isOfOneStyle(element, text));
}

const EDGE = { blocks: 6, share: 0.2, call: 500 };
const ENDS = /[.!?…。]["'”“«»)\]]*$/;

/** All of it slanted, bold or small: not the article's own voice. */
const isOfOneStyle = (element: Element, text: string): boolean => [...element.querySelectorAll("em, i, strong, b, small")].some((each) => wordsOf(each).length >= text.length * 0.9);

/** Headings with nothing after them: what they introduced is gone. */
function dropBareHeadings(root: Element): void {
  for (const heading of [...root.querySelectorAll("h2, h3, h4, h5, h6")].toReversed()) {
    if (!root.contains(heading)) continue;
    const next = following(heading, root);
    const level = levelOf(heading) ?? 0;
    if (!next || (levelOf(next) ?? 9) < level) drop(heading);
  }
}

/** The next element with words or pictures in it, in the order of reading. */
function following(element: Element, root: Element): Element | undefined {
  for (let at: Element | null = element; at && at !== root; at = at.parentElement)
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling) if (lengthOf(next) > 0 || next.matches(KEEPS) || next.querySelector(KEEPS)) return next.querySelector("h1, h2, h3, h4, h5, h6") ?? next;
  return undefined;
}
