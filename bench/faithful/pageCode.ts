import { bundlePageScript } from "../../scripts/pageScript.ts";
import { PAGE_CODE_GLOBAL } from "../../src/page/api.ts";

/** Drover's page code, as it runs in every page, and `askPageCode(method, argument)` over it; defines both in the page it is run in. */
export async function pageCode(): Promise<string> {
  return `${await bundlePageScript("pageCode")};
    globalThis.askPageCode = async (method, argument) => JSON.parse(await ${PAGE_CODE_GLOBAL}(method, JSON.stringify(argument)));`;
}
