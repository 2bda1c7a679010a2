/** What pages call their parts, in classes and ids. A star stands for more letters, a dash for one or none, braces for one of several. */

/** The same on every page of a site, or leading away from it. */
const BESIDE = `
  related* recommend* recirc* popular trending most-{read,viewed,popular} teaser teasers teaser-{list,grid,box,row} read-{more,next,also} next-{story,post,article} more-{stories,articles,news,posts,link} jp-relatedposts outbrain taboola
  share* sharing sharedaddy social* like likes rating {post,article,entry}-{author,tags,rating,ratings,footer,nav,navigation,share,actions,tools}*
  comment comments kommentar kommentare respond disqus
  newsletter* subscri* sign-up paywall donat*
  cookie* consent gdpr content-blocker third-party* privacy-{embed,notice,overlay} embed-placeholder
  advert* ad-unit affiliate* promo* sponsor* {editorial,advertiser}-disclosure disclaimer
  sidebar footer* masthead site-{header,branding,title,description,info,nav}* breadcrumb breadcrumbs pagination pager nav-{links,bar,main} skip-{link,links} toolbar toc toc-{container,list} table-of-contents tagcloud tags tag-list keywords print-only copyright* wp-block-button
  author-{box,bio,info,card,description,about} about-author saboxplugin* reading-time`;

/** Who wrote it, when and how long it takes. */
const ABOUT = `
  {post,entry,article,content,page}-{meta,metadata,info,date} meta metadata metaline meta-info by-line date dateline datetime date-{line,time,wrapper} published publi{shed,cation}-{date,at,on} pub-date time-stamp posted-{on,by,in} last-updated updated author-date`;

const CREDIT = "*credit *credits *copyright photographer image-{author,source} *source *sources";
const CAPTION = "*caption* *imagedesc* bildunterschrift legende";
const AUTHOR = "author* authors* vcard bio autor*";
const BUTTON = "*button* *btn* *cta*";
/** Beside the name of an article, and no lead of it. */
const NO_LEAD = "*caption* *author* *related* *share* *social* *breadcrumb* *comment* *newsletter* *cookie* *menu* nav*";

const called = (names: string): RegExp => {
  const expressions = names.trim().split(/\s+/).map((name) => name.replaceAll("-", "[_-]?").replaceAll("*", String.raw`\w*`).replaceAll(/\{([^}]*)\}/g, (_, each: string) => `(?:${each.replaceAll(",", "|")})`));
  return new RegExp(String.raw`(?:^|[\s_-])(?:${expressions.join("|")})(?:$|[\s_-])`, "i");
};

export const names = { beside: called(BESIDE), about: called(ABOUT), credit: called(CREDIT), caption: called(CAPTION), author: called(AUTHOR), button: called(BUTTON), noLead: called(NO_LEAD) };

const nameOf = (element: Element): string => `${element.getAttribute("class") ?? ""} ${element.id}`;

export const isCalled = (element: Element, name: RegExp): boolean => name.test(nameOf(element));

/** WordPress writes the tags of a post into its class. */
export const isPost = (element: Element): boolean => /(?:^|\s)(?:hentry|type-(?:post|page)|entry-content)(?:$|\s)/.test(element.getAttribute("class") ?? "");

/** Parts that hold what they are called; the article itself is none, whatever it is called. */
export const partsCalled = (root: Element, name: RegExp): Element[] => [...root.querySelectorAll("[class], [id]")].filter((each) => isCalled(each, name) && !isPost(each) && !/^(?:body|main|article|h1|pre|code|table|td)$/.test(each.localName));
