import { DroverError } from "../../protocol/errors.ts";
import type { Sessions } from "../../session/sessions.ts";
import type { Call, Step } from "../call.ts";

/**
 * A dashboard lets people steer every session and answer every question: a page that shows one is not an agent's to look at or to touch, whoever opened it
 * there. Tools that only lead away may be called.
 */
export const keepOffDashboards =
  (sessions: Sessions): Step =>
  async (call, next) => {
    const { tool, client } = call;
    if (client.kind !== "mcp" || !sessions.dashboards.anybody) return next();
    const leads = tool.capability === "navigation";
    if (!leads) refuseDashboards(call, sessions);
    await next();
    if (!leads || tool.needs === "page") refuseDashboards(call, sessions);
  };

function refuseDashboards(call: Call, { dashboards }: Sessions): void {
  const page = call.page ?? (call.tool.tells === "own" ? undefined : call.session?.activePage);
  for (const { url } of page?.engine.frames() ?? []) {
    const { hostname = "", port = "" } = URL.canParse(url) ? new URL(url) : {};
    if (!dashboards.has(port) || !isLoopback(hostname)) continue;
    throw new DroverError("refused", "the page shows Drover's dashboard, which is for people", { hint: "Go elsewhere with navigate.", failure: { source: "drover" } });
  }
}

const isLoopback = (hostname: string): boolean => hostname === "localhost" || hostname.endsWith(".localhost") || hostname.startsWith("127.") || hostname === "[::1]" || hostname === "0.0.0.0";
