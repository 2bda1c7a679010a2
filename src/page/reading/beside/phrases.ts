/** What lines say that are none of an article, by what they are said for, in the languages that we know pages of. A star stands for more letters, # for a number. */

/** There are other pages to read. */
const ELSEWHERE = `
  related* | recommended* | similar* | popular* | trending* | top # | most read | most popular | most viewed | read also | read more | read next | read the full | also read | don't miss | more from | more on | more in | more about | more like | more: | more stories | more articles | more news | more posts | you may | you might | latest news | latest posts | latest articles | latest stories | recent posts | recent articles
  ähnliche* | verwandte* | beliebt* | neueste* | meistgelesen* | auch interessant | das könnte | schon gelesen | lesen sie | lies auch | lesetipp* | weiterlesen | weitere artikel | weitere beiträge | weitere nachrichten | weitere themen | weitere meldungen | weitere news | weitere infos | weitere informationen | mehr zu* | mehr dazu | mehr aus | mehr von | mehr über | mehr lesen | mehr artikel | mehr nachrichten | mehr infos | mehr informationen | mehr themen | alle artikel | aktuelle artikel | aktuelle beiträge | aktuelle meldungen | hier geht es | zum thema | zum artikel | zum weiterlesen
  à lire | à voir | à découvrir | a lire | a voir | lire aussi | lire également | lire la suite | sur le même | articles similaires | articles liés
  lea | lee | vea | ver más | mira | mira también | puedes ver | te puede interesar | le puede interesar | artículos relacionados | noticias relacionadas
  leia | veja | notícias relacionadas | leggi anche | guarda anche | articoli correlati | potrebbe interessarti
  czytaj | zobacz | dowiedz się więcej | lees ook | les også | läs också`;

/** An encyclopedia has such a part too, and it is its own. */
const SEE_ALSO = "see also | siehe auch | voir aussi | ver también";

/** Others have answered, or may. */
const REPLIES = `
  comment | comments | # comment* | # response* | # repl* | # thought* | no comments* | view comments | leave a comment | leave a reply | reply | join the conversation | join the discussion
  kommentar | kommentare | # kommentar* | keine kommentare | kommentar schreiben | kommentare schreiben | kommentar verfassen | kommentar hinterlassen | schreibe einen kommentar | kommentieren | antworten | diskutieren
  commentaire | commentaires | comentario | comentarios | comentários | commenti | komentarze`;

/** The reader is to pay, to write or to come in. */
const ASKS = `
  subscribe* | sign up | sign in | signing up | log in | login | create an account | create your account | become a member | join our | support us | support our | supporting our | donate | newsletter* | follow us | follow me | submit your | write to us
  abonnier* | anmelden | einloggen | eingeloggt | registrieren | mitglied werden | unterstütze uns | unterstützen sie uns | spende* | folge uns | folgen sie | schreiben sie uns
  abonnez* | inscriv* | créez votre compte | suscr* | escribirnos | síguenos | siguenos | únete | assine* | inscrev* | iscriviti | abbonati | subskrypc*`;

/** What may be done with the page. */
const HANDLES = `
  share | share this | share on | share your | shares | # share* | # like* | tweet | print | print this | e-mail | email | like this | loading | show more | show less | continue reading | back to top | top | skip to content | skip to main content | previous | next | menu | search | home
  teilen | artikel teilen | beitrag teilen | drucken | merken | laden | lade weitere inhalte | mehr | mehr erfahren | mehr anzeigen | weiter | zurück | nach oben | zum seitenanfang | bild anzeigen | bild vergrößern | menü | suche | startseite | vorherige* | nächste*
  facebook | twitter | whatsapp | linkedin | pinterest | reddit | xing | telegram | instagram | youtube | rss | flattr | pocket`;

/** In the place of something that the page does not load before it was asked, or cannot show. */
const NOT_SHOWN = `
  this content is hosted | to view this content | please enable javascript | javascript is disabled | your browser does not support
  externer inhalt | externe inhalte | empfohlener redaktioneller inhalt | empfohlener externer inhalt | wir respektieren deine privatsphäre | wir respektieren ihre privatsphäre | klicken sie auf den unteren button | mit dem laden des videos | mit dem laden des inhalts | ihr browser unterstützt`;

/** What is not there is named, or what is: a label without its thing. */
const LABELS = `
  advertisement* | ad | ads | sponsored | anzeige | werbung | publicidad | publicité | publicidade | pubblicità | reklama
  tag | tags | topics | keywords | categor* | posted in | filed under | tagged | themen | themen im artikel | schlagw* | stichw* | kategorie* | etiquetas | mots-clés
  photo* | image* | foto* | bild | bilder | quelle* | source* | credit* | all rights reserved | alle rechte vorbehalten`;

/** Who wrote it. */
const AUTHORS = "about the author* | about us | über den autor | über die autorin | über uns | zur person";

/** Where it was printed first, what may be done with it, who says so. */
const RESERVES = `
  this article was | this article is | this article has | this article first | this article originally | this story was | this story is | this post was | this post is | this post contains | a version of this | the views expressed | the opinions expressed | originally published | reprinted | disclaimer
  dieser text | dieser artikel | dieser beitrag | der text | der artikel | der beitrag | dieses werk | die inhalte dieser | cet article | les opinions | este artículo | questo articolo`;

/** Whose picture it is, before a colon. */
const PICTURES = "photo* | image* | picture* | illustration* | foto* | fot | bild* | grafik | imagen | immagine | zdjęcie | źródło | quelle | source | credit* | crédit* | crédito*";
const AGENCIES = "getty images | shutterstock | shutter stock | picture alliance | pixabay | unsplash | istock | photo by | photos by | photograph by";

const expressionOf = (phrases: string): string =>
  phrases
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean)
    .map((phrase) => phrase.replaceAll(/[.?+()[\]]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s`).replaceAll("#", String.raw`\d+`).replaceAll("'", ".").replace(/\*$/, String.raw`\p{L}*`))
    .join("|");

const SIGNS = String.raw`[\s>»→▶•*+[({|/.,–-]*`;

const saysFirst = (...phrases: string[]): RegExp => new RegExp(`^${SIGNS}(?:${phrases.map(expressionOf).join("|")})(?!\\p{L})`, "iu");
const saysOnly = (...phrases: string[]): RegExp => new RegExp(`^${SIGNS}(?:${phrases.map(expressionOf).join("|")})[\\s\\])}:.…|<«←–-]*$`, "iu");

/** A line that points to another page. */
export const pointsElsewhere = saysFirst(ELSEWHERE, SEE_ALSO);

/** A heading, or a line like one, after which nothing of the article comes. */
export const endsArticle = saysFirst(ELSEWHERE, REPLIES, ASKS, AUTHORS, "share | sponsored | teilen | artikel teilen | den artikel | schlagw* | stichw*");

/** All of a short block: what to do with the page, and labels of what is not there. */
const onlyHandles = saysOnly(HANDLES, REPLIES, ASKS, LABELS, ELSEWHERE);
const rights = new RegExp(`^${SIGNS}©`);
export const isIdle = (text: string): boolean => onlyHandles.test(text) || (rights.test(text) && text.length <= 90);

export const standsForOther = saysFirst(NOT_SHOWN);

/** Early in a short block; later it may be told of somebody. */
export const asksReader = new RegExp(`^.{0,80}?(?<!\\p{L})(?:${expressionOf(ASKS)})(?!\\p{L})`, "iu");

const reserves = saysFirst(RESERVES, AUTHORS);
const labelled = new RegExp(`^${SIGNS}(?:${expressionOf("tags | keywords | topics | category | categories | themen | schlag* | stich* | kategorie* | etiquetas | mots-clés | text | von | by | autor* | author* | redaktion")})\\s*:`, "iu");
/** Words about the article, not of it. */
export const isAboutArticle = (text: string): boolean => reserves.test(text) || labelled.test(text);

/** Whose picture it is. */
const creditBefore = new RegExp(`^${SIGNS}(?:(?:\\p{L}{1,14}[- ]?)?(?:${expressionOf(PICTURES)})(?: credits?| by| von| di| courtesy)?\\s*(?:[:©]|\\.:)|©|\\(c\\)|(?:${expressionOf(AGENCIES)})(?!\\p{L}))`, "iu");
export const isCredit = (text: string): boolean => creditBefore.test(text);
/** The same after what a picture shows. */
export const creditAtEnd = new RegExp(`\\s*(?:©|\\(c\\)|[([|/–-]?\\s*(?:${expressionOf(PICTURES)})\\s*(?:by|von)?\\s*[:.©]).{0,90}$`, "iu");

/** A line that says something of the article and is none of it. */
export const isAside = (text: string): boolean => isIdle(text) || isCredit(text) || pointsElsewhere.test(text) || asksReader.test(text);
