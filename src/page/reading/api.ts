/** Reading a page as prose: what there is to read on it, as markdown. Types only: this file is read from both sides. */

export const readingFormats = ["markdown", "text", "html"] as const;
export type ReadingFormat = (typeof readingFormats)[number];

export interface ReadingArg {
  format: ReadingFormat;
  /** All of the page instead of its main content. */
  whole?: boolean;
  /** CSS: only what is inside the first match. */
  scope?: string;
  /** The document itself too, as it stands. */
  dom?: boolean;
}

/** A part of the page that has a role of its own for those who find their way by such parts. */
export interface Landmark {
  role: string;
  name: string;
}

export interface Reading {
  url: string;
  title: string;
  lang: string;
  byline: string;
  published: string;
  excerpt: string;
  /** What was asked for, in the format that was asked for. */
  body: string;
  /** Links in what was read. */
  links: number;
  landmarks: Landmark[];
  /** All of the document as HTML, open shadow trees in it. */
  dom?: string;
  /** The document is shown by a viewer of the browser's: there is nothing to read in it. */
  viewer?: "pdf";
}

export interface ReadingApi {
  /** Undefined in a document to which the reader has not been brought yet. */
  readDocument(arg: ReadingArg): { reading?: Reading };
}
