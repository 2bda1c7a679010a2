import { describe, expect } from "vitest";
import { ownHome, type TestHome } from "./support/home.ts";
import { test } from "./support/session.ts";

const endpointOf = async (owner: TestHome) => (await owner.call("list_sessions")).sessions[0].endpoint as string;

describe("a person's own browser", () => {
  test("an agent gets into it only when whoever started the agent's server said so", async () => {
    await using owner = ownHome();
    await using guest = ownHome();
    await owner.call("navigate", { url: "about:blank" });
    const endpoint = await endpointOf(owner);
    const agent = guest.client("mcp");
    const disabled = { ok: false, error: "capability-disabled", requiredCapability: "byob-attach" };

    for (const patch of [{ attachEndpoint: endpoint }, { confirmRequired: [] }])
      expect((await agent.call("set_config", { scope: "user", patch })).data).toMatchObject({ ok: false, error: "refused" });
    expect((await agent.call("open_session", { session: "asked", endpoint })).data).toMatchObject(disabled);

    await guest.call("set_config", { scope: "user", patch: { attachEndpoint: endpoint } });
    expect((await agent.call("reset_config", { scope: "user" })).data).toMatchObject({ ok: false, error: "refused" });
    expect((await agent.call("open_session", { session: "configured" })).data).toMatchObject(disabled);
    expect((await agent.call("snapshot", { session: "lazy" })).data).toMatchObject(disabled);
    await guest.call("open_session", { session: "person" });
    expect((await agent.call("snapshot", { session: "person" })).data).toMatchObject(disabled);

    const invited = guest.client("mcp", { DROVER_ATTACH_CDP: endpoint });
    expect((await invited.call("snapshot", { session: "person" })).data).toMatchObject({ ok: true });
  });
});
