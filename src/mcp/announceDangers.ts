import { readFileSync } from "node:fs";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { DaemonClient } from "../client/daemonClient.ts";
import { resolveHome } from "../config/home.ts";

const dangerous: Record<string, string> = {
  eval: "the agent may run any script in its pages",
  stealth: "pages are told that no program drives them; circumventing the detection of automation may violate a site's terms of service, and that is on whoever allowed it",
  "device-emulation": "pages are told of Bluetooth, USB and HID devices that do not exist",
  "network-body": "the agent may read whole responses, with whatever secrets are in them",
  secrets: "the agent may register secrets; their values are masked in results, events, progress, logs, archives of requests and pictures, not in downloads, storage dumps and page archives",
  extensions: "the agent may load extensions of its workspace, which read every page of their session and may send anything anywhere",
  captcha: "the agent may have captchas solved by an external service, which may break a site's terms of service and, in places, the law: whoever runs it answers for it",
  credentials: "the agent may ask the vault of DROVER_CREDENTIALS_PROVIDER (oathtool unless set) for one-time codes and, with secrets, for log-ins",
};

interface Settings {
  capabilities?: string[];
  disableWebSecurity?: boolean;
}

/** Tells whoever started this server, loudly, what it allows beyond the usual. */
export async function announceDangers(client: DaemonClient): Promise<void> {
  for (const line of dangersOf(await settings(client))) console.error(`WARNING: ${line}`);
}

function dangersOf({ capabilities = [], disableWebSecurity = false }: Settings): string[] {
  return [
    ...Object.entries(dangerous).flatMap(([name, what]) => (capabilities.includes(name) ? [`the capability "${name}" is ENABLED: ${what}.`] : [])),
    ...(disableWebSecurity ? ["disableWebSecurity is ON: browsers that are started do not enforce the same-origin policy."] : []),
  ];
}

/** Only the daemon can say what the configuration means for this client; it is asked when there may be something to say. */
async function settings(client: DaemonClient): Promise<Settings> {
  const given = process.env["DROVER_CAPABILITIES"]?.split(",").map((name) => name.trim());
  const mayConcern = [...Object.keys(dangerous), "disableWebSecurity"].some((name) => configText().includes(`"${name}"`));
  if (!mayConcern) return { capabilities: given };
  const { data } = await client.call("get_config", {});
  return (data as { config?: Settings }).config ?? { capabilities: given };
}

function configText(): string {
  return ifPresent(() => readFileSync(resolveHome().configFile, "utf8"), "the configuration cannot be read; the daemon says so to those who call", "");
}
