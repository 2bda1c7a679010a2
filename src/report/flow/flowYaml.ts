import { parseDocument, stringify } from "yaml";
import { DroverError } from "../../protocol/errors.ts";
import { flowOf, flowShape, type Flow } from "./flow.ts";
import type { Recording } from "./recordedStep.ts";

const head = (flow: Flow): string => {
  const doubtful = Object.entries(flow.locators).filter(([, { stability }]) => stability === "medium" || stability === "low");
  const review = doubtful.length === 0 ? "" : `# Worth a second look: ${doubtful.map(([name, { stability }]) => `${name} (${stability})`).join(", ")}.\n`;
  return `# A draft: review the locators, add prerequisites and assertions, then keep it.\n${review}# Run it again: drover replay <this file>\n`;
};

/** Long lines stay whole, so that a selector can be found with a search. */
export const flowToYaml = (flow: Flow): string => head(flow) + stringify(flow, { lineWidth: 0, aliasDuplicateObjects: false });

/** The draft that a recording gives. */
export const recordingToYaml = (recording: Recording): string => flowToYaml(flowOf(recording));

/** Reads a flow file that people may have written in. Says which line is at fault. */
export function flowFromYaml({ text }: { text: string }): Flow {
  const document = parseDocument(text, { prettyErrors: true });
  const [wrong] = document.errors;
  if (wrong) throw refused(wrong.message.split("\n")[0] ?? "it is no YAML");
  const parsed = flowShape.safeParse(valueOf(document));
  if (!parsed.success) throw refused(parsed.error.issues.slice(0, 3).map(({ path, message }) => `${path.join(".") || "the file"}: ${message}`).join("; "));
  const flow = parsed.data;
  for (const { id = "of an assertion", target, to } of [...flow.steps, ...(flow.assertions ?? [])])
    for (const name of [target, to])
      if (name !== undefined && !Object.hasOwn(flow.locators, name)) throw refused(`step ${id} names the locator "${name}", which is not among the locators`);
  return flow;
}

/** Aliases of aliases can grow without end. */
function valueOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    throw refused((thrown as Error).message);
  }
}

const refused = (why: string): DroverError =>
  new DroverError("invalid", `this is no flow file: ${why}`, { hint: "A flow file has name, locators and steps; end_recording writes one." });
