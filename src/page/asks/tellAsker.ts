import type { AsksApi } from "./api.ts";

/** Events cross worlds, objects do not: the message is a text. Only who knows the event's name can make it. */
export const tellAsker: AsksApi["tellAsker"] = ({ event, message }) => {
  window.dispatchEvent(new CustomEvent(event, { detail: JSON.stringify(message) }));
};
