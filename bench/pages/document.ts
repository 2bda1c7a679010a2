export interface Page {
  /** Its path on the bench server, and its name in the report. */
  name: string;
  title: string;
  html: string;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const style = `
  body { font: 15px/1.5 sans-serif; margin: 2rem auto; max-width: 1100px }
  label { display: inline-block; width: 18rem; margin: .2rem }
  table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: .2rem .5rem }`;

export const htmlDocument = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  `<link rel="icon" href="data:,"><style>${style}</style></head><body>${body}</body></html>`;
