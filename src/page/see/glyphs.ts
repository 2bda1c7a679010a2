/** Fonts of icons draw pictures for characters of the private-use areas, which say nothing to who reads them. */
const glyphs = /[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g;

export const withoutGlyphs = (text: string): string => text.replace(glyphs, " ");
