/** A document around a body, for fixtures that are written in the test itself. */
export const page = (body: string, head = ""): string => `<!doctype html><html><head><title>Fixture</title>${head}</head><body style="margin:20px">${body}</body></html>`;
