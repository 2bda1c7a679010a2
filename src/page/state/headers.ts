/** A response's headers as data. Iterators of the page's objects do not work from Firefox's sandbox; forEach does. */
export function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return headers;
}
