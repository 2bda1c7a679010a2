import { Icon } from "../parts/icon.tsx";
import { dismiss, notices } from "../state/notices.ts";

export function Notices() {
  return (
    <section class="notices" aria-label="Messages" aria-live="polite">
      {notices.value.map(({ id, kind, text, hint }) => (
        <div key={id} class={`notice ${kind}`}>
          <div>
            <p>{text}</p>
            {hint && <p class="hint">{hint}</p>}
          </div>
          <button type="button" class="quiet square" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </section>
  );
}
