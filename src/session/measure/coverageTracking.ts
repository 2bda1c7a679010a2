import { mayFail } from "../../diagnosis/mayFail.ts";
import type { CdpAccess } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../sessionPage.ts";

export interface ScriptUse {
  scriptId: string;
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
  text?: string;
  sourceMapUrl?: string;
}

export interface SheetUse {
  url: string;
  text: string;
  used: { from: number; to: number }[];
}

export interface CoverageFacts {
  page: SessionPage;
  durationMs: number;
  scripts: ScriptUse[];
  sheets: SheetUse[];
}

interface SheetHeader {
  styleSheetId: string;
  sourceURL: string;
  isInline?: boolean;
  startLine?: number;
}

/** Texts of scripts beyond this are not asked for: their numbers are enough. */
const MAX_TEXT = 64 * 1024 * 1024;

/** Which code and which rules a page uses while it lasts. */
export class CoverageTracking {
  readonly page: SessionPage;
  readonly startedAt = Date.now();
  readonly #cdp: CdpAccess;
  readonly #sheets = new Map<string, { header: SheetHeader; text: Promise<string | undefined> }>();
  readonly #off: () => void;

  static async start(page: SessionPage): Promise<CoverageTracking> {
    const { cdp } = page.engine;
    if (!cdp) throw new DroverError("unsupported-engine", "only Chromium tells which code was used");
    const tracking = new CoverageTracking(page, cdp);
    await Promise.all([
      cdp.send("Profiler.enable"),
      cdp.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true }),
      cdp.send("DOM.enable"),
      cdp.send("CSS.enable"),
      cdp.send("CSS.startRuleUsageTracking"),
    ]);
    return tracking;
  }

  private constructor(page: SessionPage, cdp: CdpAccess) {
    this.page = page;
    this.#cdp = cdp;
    // A document that is left takes its sheets along: their text is asked for while they are there.
    this.#off = cdp.on("CSS.styleSheetAdded", ({ header }) => {
      const sheet = header as SheetHeader;
      const text = mayFail(cdp.send("CSS.getStyleSheetText", { styleSheetId: sheet.styleSheetId }), "a style sheet may go with its document");
      this.#sheets.set(sheet.styleSheetId, { header: sheet, text: text.then((answer) => answer && String(answer["text"])) });
    });
  }

  async stop(): Promise<CoverageFacts> {
    try {
      const [{ result }, { ruleUsage }] = await Promise.all([this.#cdp.send("Profiler.takePreciseCoverage"), this.#cdp.send("CSS.stopRuleUsageTracking")]);
      return {
        page: this.page,
        durationMs: Date.now() - this.startedAt,
        scripts: await this.#withSources((result as ScriptUse[]).filter(({ url }) => url !== "")),
        sheets: await this.#sheetsWith(ruleUsage as { styleSheetId: string; startOffset: number; endOffset: number; used: boolean }[]),
      };
    } finally {
      await this.discard();
    }
  }

  /** Leaves nothing switched on. */
  async discard(): Promise<void> {
    this.#off();
    const off = ["Profiler.stopPreciseCoverage", "Profiler.disable", "CSS.disable", "DOM.disable"];
    await Promise.all(off.map((method) => mayFail(this.#cdp.send(method), "what is switched off may be gone with its page")));
  }

  /** Only the debugger has the texts, and it slows pages down: it is on for this moment. Scripts of a document that was left are gone. */
  async #withSources(scripts: ScriptUse[]): Promise<ScriptUse[]> {
    const maps = new Map<string, string>();
    const here = new Set<string>();
    const off = this.#cdp.on("Debugger.scriptParsed", ({ scriptId, sourceMapURL }) => {
      here.add(String(scriptId));
      if (sourceMapURL) maps.set(String(scriptId), String(sourceMapURL));
    });
    try {
      await Promise.all([this.#cdp.send("Debugger.enable"), this.#cdp.send("Debugger.setSkipAllPauses", { skip: true })]);
      let budget = MAX_TEXT;
      const told: ScriptUse[] = [];
      for (const script of scripts) {
        const length = Math.max(0, ...script.functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)));
        const source = here.has(script.scriptId) && length <= budget ? await mayFail(this.#cdp.send("Debugger.getScriptSource", { scriptId: script.scriptId }), "a script may go with its document") : undefined;
        if (source) budget -= length;
        const sourceMapUrl = maps.get(script.scriptId);
        told.push({ ...script, ...(source && { text: String(source["scriptSource"]) }), ...(sourceMapUrl !== undefined && { sourceMapUrl }) });
      }
      return told;
    } finally {
      off();
      await mayFail(this.#cdp.send("Debugger.disable"), "what is switched off may be gone with its page");
    }
  }

  async #sheetsWith(usage: { styleSheetId: string; startOffset: number; endOffset: number; used: boolean }[]): Promise<SheetUse[]> {
    const sheets: SheetUse[] = [];
    for (const [id, { header, text }] of this.#sheets) {
      const known = await text;
      if (known === undefined) continue;
      const used = usage.filter((rule) => rule.used && rule.styleSheetId === id).map(({ startOffset, endOffset }) => ({ from: startOffset, to: endOffset }));
      const url = header.isInline ? `${header.sourceURL || this.page.url} <style> line ${(header.startLine ?? 0) + 1}` : header.sourceURL;
      sheets.push({ url, text: known, used });
    }
    return sheets;
  }
}
