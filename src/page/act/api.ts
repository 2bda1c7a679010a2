/** Acting on a page: actionability, filling, probes before and after, settling. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ActApi {}
