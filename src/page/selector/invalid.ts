import { PageRefusal } from "../pageRefusal.ts";

export function invalidSelector(selector: string, why: string): PageRefusal {
  return new PageRefusal("invalid-selector", `"${selector}" is not a selector: ${why}`, {
    hint: 'Use CSS, text=…, role=button[name="…"], xpath=//…, id=…, data-testid=…, chained with >>, or a getBy… call. A ref goes in `ref`.',
    fields: { selector },
  });
}
