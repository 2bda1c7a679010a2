/** Headers that say where a request ends and whom it goes to: the business of whoever sends it. */
const framing = /^(host|content-length|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect|proxy-.*)$/i;

export const isFramingHeader = (name: string): boolean => framing.test(name);

/** A browser also says itself where a request comes from. */
const own = /^(sec-.*|origin|cookie2?)$/i;

export const isBrowsersOwnHeader = (name: string): boolean => isFramingHeader(name) || own.test(name);
