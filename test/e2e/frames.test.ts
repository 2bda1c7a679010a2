import { expect } from "vitest";
import { test } from "./support/session.ts";

test("a snapshot holds the frames of the page, nested and of other origins, with refs that stay in them", async ({
  session,
  server,
}) => {
  server.html("/frames/inner", "<title>Inner</title><button>Innermost</button>");
  server.html(
    "/frames/other",
    `<h2>Other origin</h2><button data-testid=pay>Pay</button><iframe title=Nested src="${server.origin}/frames/inner" width=300 height=100></iframe>`,
  );
  const url = server.html(
    "/frames",
    `<title>Frames</title><h1>Top</h1><button>Outside</button>
     <iframe title=Same src="/frames/inner" width=300 height=100></iframe>
     <iframe title=Foreign src="${server.otherOrigin}/frames/other" width=400 height=300></iframe>
     <iframe title=Srcdoc srcdoc="<button>Doc button</button>"></iframe><x-shadow></x-shadow>
     <script>document.querySelector("x-shadow").attachShadow({mode:"open"}).innerHTML='<iframe title=Shadowed srcdoc="<button>In the shadow</button>"></iframe>'</script>`,
  );
  await session.call("navigate", { url });
  const { tree } = await session.call("snapshot");
  expect(tree).toMatch(/iframe "Same" .*\[frame=f\d\]\n  button "Innermost" \[ref=e\d+\]/);
  expect(tree).toMatch(
    /iframe "Foreign" .*\n  heading "Other origin" .*\n  button "Pay" .*\n  iframe "Nested" .*\n    button "Innermost"/,
  );
  expect(tree).toMatch(/iframe "Srcdoc" .*\n  button "Doc button"/);
  expect(tree).toMatch(/iframe "Shadowed" .*\n  button "In the shadow"/);
  const refs = [...tree.matchAll(/\[ref=(e\d+)\]/g)].map((match) => match[1]);
  expect(new Set(refs).size).toBe(refs.length);

  const found = await session.call("find", { query: "pay button" });
  expect(found.candidates[0]).toMatchObject({
    role: "button",
    name: "Pay",
    testId: "pay",
    actionable: true,
    frame: expect.stringMatching(/^f\d$/),
  });
  expect(found.candidates[0].bbox.y).toBeGreaterThan(100);
});
