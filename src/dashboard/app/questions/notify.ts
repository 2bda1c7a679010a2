import { signal } from "@preact/signals";
import { onEvent } from "../link/link.ts";
import { go } from "../state/ui.ts";

export const mayNotify = signal<NotificationPermission>("Notification" in globalThis ? Notification.permission : "denied");

export async function allowNotifications(): Promise<void> {
  mayNotify.value = await Notification.requestPermission();
}

/** While the tab is in the background, the desktop says who asks. */
export function notifyOfQuestions(): void {
  onEvent(({ topic, session, data }) => {
    if (topic !== "question" || !document.hidden || mayNotify.value !== "granted") return;
    const shown = new Notification(`${session} asks`, { body: data.prompt, tag: data.id });
    shown.onclick = () => {
      window.focus();
      go({ view: "questions" });
      shown.close();
    };
  });
}
