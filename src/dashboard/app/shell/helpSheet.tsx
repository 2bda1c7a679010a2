import { Sheet } from "../parts/sheet.tsx";
import { openSheet, singleKeys } from "../state/ui.ts";
import { shortcuts } from "./shortcuts.ts";

export const HelpSheet = () => (
  <Sheet title="Keyboard shortcuts" close={() => (openSheet.value = undefined)}>
    <dl class="shortcuts">
      {shortcuts.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <label class="check">
      <input type="checkbox" checked={singleKeys.value} onChange={({ currentTarget }) => (singleKeys.value = currentTarget.checked)} />
      Shortcuts of single keys are on
    </label>
  </Sheet>
);
