/** Headers that say where a request ends, whom it goes to and where it comes from: the browser's own business. */
const own = /^(host|content-length|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect|proxy-.*|sec-.*|origin|cookie2?)$/i;

export const isBrowsersOwnHeader = (name: string): boolean => own.test(name);
