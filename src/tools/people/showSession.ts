import { z } from "zod";
import { defineTool } from "../defineTool.ts";

export const showSession = defineTool({
  name: "show_session",
  family: "people",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "own",
  core: true,
  app: true,
  concurrent: true,
  summary: "Show the user the session live, in the chat.",
  details: `For MCP clients that show MCP Apps; the MCP server lists it to no others. The client gets \`ui://drover/session\`, a page without anything from elsewhere, which shows the
session's active page as it changes, with secrets covered, for as long as somebody looks at it. It only shows: people take over in \`drover dashboard\`.`,
  input: z.object({}),
  output: z.object({ ok: z.literal(true), session: z.string() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  text: ({ session }, { reader }) => (reader === "agent" ? `The user is shown "${session}" where the chat can show it; elsewhere people watch with \`drover dashboard\`.` : `Watch "${session}" with \`drover dashboard\`.`),
  run: async ({ session }) => ({ ok: true as const, session: session.id }),
});
