import { strToU8, zipSync, type Zippable } from "fflate";
import type { ReportCall, ReportData, ReportRequest } from "./reportData.ts";

/** The last that is written by hand here; viewers of later versions bring it up to theirs. */
const TRACE_VERSION = 8;

const PAGE = "page@1";
const FRAME = "frame@1";

type Event = Record<string, unknown>;

/** A trace that Playwright's viewer opens: calls as actions, their pictures as snapshots and film strip, console and network. `pictures` are bytes by their ids. */
export function playwrightTrace(data: ReportData, pictures: Record<string, Uint8Array>): Uint8Array {
  const start = Math.min(data.startedAt, ...data.calls.map(({ ts }) => ts));
  const events: Event[] = [
    {
      version: TRACE_VERSION,
      type: "context-options",
      origin: "library",
      browserName: data.engine,
      platform: process.platform,
      wallTime: start,
      monotonicTime: 0,
      sdkLanguage: "javascript",
      title: data.note ?? `Session ${data.session}`,
      contextId: "context@1",
      options: { viewport: data.viewport },
    },
    ...data.calls.flatMap((call) => actionOf(call, start, data, new Set(Object.keys(pictures)))),
    ...data.console.map(({ ts, level, text }) => ({ type: "console", messageType: level, text, args: [], location: { url: data.url, lineNumber: 0, columnNumber: 0 }, time: ts - start, pageId: PAGE })),
  ];
  const [picture] = Object.keys(pictures);
  const network = [...(picture === undefined ? [] : [pictureResource(picture, start)]), ...data.network.map((request) => resourceOf(request, start))];
  const files: Zippable = { "trace.trace": strToU8(lines(events)), "trace.network": strToU8(lines(network)) };
  // They are pressed already.
  for (const [id, bytes] of Object.entries(pictures)) files[`resources/${id}.jpeg`] = [bytes, { level: 0 }];
  return zipSync(files);
}

const lines = (events: Event[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join("");

/** Navigations are known by their names to the viewer; the others go by ours. */
function actionOf(call: ReportCall, start: number, { url, viewport }: ReportData, pictures: ReadonlySet<string>): Event[] {
  const { id, parent, tool, subject, ts, ms, ok, error, changed = [] } = call;
  const from = ts - start;
  const to = from + Math.max(1, ms);
  const shots = ([["before", call.before, from], ["after", call.after, to]] as const).flatMap(([when, picture, at]) => (picture !== undefined && pictures.has(picture) ? [{ when, picture, at }] : []));
  const named = (when: string) => (shots.some((shot) => shot.when === when) ? { [`${when}Snapshot`]: `${when}@${id}` } : {});
  return [
    {
      type: "before",
      callId: id,
      stepId: id,
      ...(parent !== undefined && { parentId: parent }),
      startTime: from,
      title: subject === undefined ? tool : `${tool} ${subject}`,
      class: "Drover",
      method: tool,
      params: { ...(subject !== undefined && { subject }) },
      pageId: PAGE,
      ...named("before"),
    },
    ...changed.map((message) => ({ type: "log", callId: id, time: to, message })),
    { type: "after", callId: id, endTime: to, ...(!ok && { error: { name: "Error", message: error ?? "it failed" } }), ...named("after") },
    ...shots.flatMap(({ when, picture, at }) => [
      { type: "screencast-frame", pageId: PAGE, sha1: `${picture}.jpeg`, width: viewport.width, height: viewport.height, timestamp: at },
      {
        type: "frame-snapshot",
        snapshot: {
          callId: id,
          snapshotName: `${when}@${id}`,
          pageId: PAGE,
          frameId: FRAME,
          frameUrl: url,
          doctype: "html",
          html: pictureDocument,
          viewport,
          timestamp: at,
          wallTime: start + at,
          collectionTime: 0,
          resourceOverrides: [{ url: PICTURE_URL, sha1: `${picture}.jpeg` }],
          isMainFrame: true,
        },
      },
    ]),
  ];
}

/** Where every snapshot has its picture: each says for itself what is there. */
const PICTURE_URL = "http://drover.invalid/picture.jpeg";

/** The viewer's own form of a document: a picture that fills it. */
const pictureDocument = ["HTML", {}, ["HEAD", {}, ["STYLE", {}, "body{margin:0}img{display:block;width:100vw}"]], ["BODY", {}, ["IMG", { src: PICTURE_URL }]]];

/** The viewer looks for what a snapshot shows among the requests. */
function pictureResource(picture: string, start: number): Event {
  const { snapshot, ...event } = resourceOf({ id: "", method: "GET", url: PICTURE_URL, type: "image", status: 200, startedAt: start, ms: 0 }, start);
  return { ...event, snapshot: { ...snapshot, response: { ...snapshot.response, content: { size: unknownSize, mimeType: "image/jpeg", _sha1: `${picture}.jpeg` } } } };
}

const unknownSize = -1;

/** As a HAR has it. */
function resourceOf({ method, url, status, startedAt, ms, bytes, type, error }: ReportRequest, start: number) {
  const nothing = { httpVersion: "HTTP/1.1", cookies: [], headers: [], headersSize: unknownSize };
  return {
    type: "resource-snapshot",
    snapshot: {
      pageref: PAGE,
      _frameref: FRAME,
      _monotonicTime: startedAt - start,
      startedDateTime: new Date(startedAt).toISOString(),
      time: ms ?? 0,
      _resourceType: type.toLowerCase(),
      request: { method, url, ...nothing, queryString: [], bodySize: 0 },
      response: { status: status ?? unknownSize, statusText: error ?? "", ...nothing, content: { size: bytes ?? unknownSize, mimeType: "x-unknown" }, redirectURL: "", bodySize: bytes ?? unknownSize, _transferSize: bytes ?? unknownSize, ...(error !== undefined && { _failureText: error }) },
      cache: {},
      timings: { dns: unknownSize, connect: unknownSize, ssl: unknownSize, send: 0, wait: ms ?? 0, receive: 0 },
    },
  };
}
