import { Icon, type IconName } from "../parts/icon.tsx";
import { theme, themes, type Theme } from "../state/ui.ts";

const icons: Record<Theme, IconName> = { system: "half", light: "sun", dark: "moon" };

export function ThemeSwitch() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? "system";
  return (
    <button type="button" class="quiet square" aria-label={`Colours: ${theme.value}. Change to ${next}`} title={`Colours: ${theme.value}`} onClick={() => (theme.value = next)}>
      <Icon name={icons[theme.value]} />
    </button>
  );
}
