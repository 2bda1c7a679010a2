import { type Access, accessTo, type DashboardServer, PersonTab, startDashboard } from "./dashboard.ts";
import { test as base } from "./session.ts";

/** A session, and a person who looks at the dashboard: one server for the file, one tab for each test. */
export const test = base.extend<{ dashboard: DashboardServer; access: Access; tab: PersonTab }>({
  dashboard: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using dashboard = await startDashboard();
      await use(dashboard);
    },
    { scope: "file" },
  ],
  access: [async ({ dashboard }, use) => use(await accessTo(dashboard)), { scope: "file" }],
  tab: async ({ access }, use) => {
    using tab = new PersonTab(access);
    await tab.ready();
    await use(tab);
  },
});
