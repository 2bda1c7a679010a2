import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";
import { CaptchaService, captchaSettings, captchaTypes, type CaptchaType, type Challenge } from "./captchaService.ts";

const TERMS = "Having a captcha solved may break the site's terms of service and, in places, the law on unauthorised access: whoever runs this agent answers for it.";

const keyAttributes = ["data-sitekey", "data-site-key", "sitekey"];

interface Given {
  type: CaptchaType;
  selector?: string | undefined;
  siteKey?: string | undefined;
  imageBase64?: string | undefined;
}

export const solveCaptcha = defineTool({
  name: "solve_captcha",
  family: "secrets",
  capability: "captcha",
  effect: "read",
  needs: "page",
  tells: "page",
  concurrent: true,
  deadline: "none",
  summary: "Have a captcha solved by the operator's external service; returns its token or text.",
  details: `Drover solves none itself: it hands the challenge to the service that whoever starts the client has chosen and pays for (\`DROVER_CAPTCHA_PROVIDER\`: \`2captcha\` or
\`capmonster\`; \`DROVER_CAPTCHA_API_KEY\`; \`DROVER_CAPTCHA_API_BASE\` for another that speaks the protocol; \`DROVER_CAPTCHA_TIMEOUT_MS\`, 120000; \`DROVER_CAPTCHA_POLL_MS\`, 5000), and asks
until it answers. For widgets \`selector\` names the element whose \`data-sitekey\` is read, or \`siteKey\` gives it; \`image\` takes \`imageBase64\` without a \`data:\` prefix. Putting the
answer into the page is up to the caller: nothing is submitted. A refusal has the service's own code in \`providerCode\`.

Off by default. ${TERMS}`,
  input: z.object({
    type: z.enum(captchaTypes),
    selector: z.string().min(1).optional().describe("the widget"),
    siteKey: z.string().min(1).optional(),
    imageBase64: z.string().min(1).optional(),
  }),
  output: z.object({ ok: z.literal(true), provider: z.string(), solution: z.string(), taskId: z.string(), elapsedMs: z.number() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ type: "recaptcha2", selector: ".g-recaptcha" }],
  run: async ({ page, client, signal, progress, warn }, input) => {
    warn(TERMS);
    const settings = captchaSettings(client.env, await client.secret("DROVER_CAPTCHA_API_KEY"));
    const solved = await new CaptchaService(settings, signal).solve(await challengeOf(page, input), progress);
    return { ok: true as const, provider: settings.provider, ...solved };
  },
});

async function challengeOf(page: SessionPage, { type, selector, siteKey, imageBase64 }: Given): Promise<Challenge> {
  if (type === "image") return { type, imageBase64: picture(imageBase64) };
  if (siteKey !== undefined) return { type, siteKey, pageUrl: page.url };
  if (selector !== undefined) return { type, siteKey: await keyOf(page, selector), pageUrl: page.url };
  throw new DroverError("bad-input", `${type} needs selector or siteKey`, { hint: "selector names the widget, whose data-sitekey is read." });
}

function picture(base64: string | undefined): string {
  if (base64 === undefined) throw new DroverError("bad-input", "an image captcha needs imageBase64", { hint: "The bytes of the picture in base64." });
  if (/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64)) return base64.replaceAll(/\s/g, "");
  throw new DroverError("bad-input", "imageBase64 is no base64", { hint: base64.startsWith("data:") ? "Leave out everything up to the comma." : "Only the picture's bytes, encoded." });
}

async function keyOf(page: SessionPage, selector: string): Promise<string> {
  const { frame, target } = page.locate({ selector });
  for (const attribute of keyAttributes) {
    const { matches, attribute: found } = await frame.ask("readElement", { target, attribute });
    if (matches === 0) throw new DroverError("not-found", `nothing matches ${selector}`, { hint: "Look for the widget with find or snapshot, or pass siteKey." });
    if (found) return found;
  }
  throw new DroverError("not-found", `${selector} has none of ${keyAttributes.join(", ")}`, { hint: "Name the element that has it, or pass siteKey." });
}
