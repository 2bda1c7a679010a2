import { consoleRead } from "./consoleRead.ts";
import { startHar, stopHar } from "./har.ts";
import { networkBody } from "./networkBody.ts";
import { networkRead } from "./networkRead.ts";
import { route, routeQueue, unroute } from "./route.ts";
import { wsIntercept, wsUnintercept } from "./wsIntercept.ts";
import { wsRead } from "./wsRead.ts";
import { wsSend } from "./wsSend.ts";

export const trafficTools = [consoleRead, networkRead, networkBody, wsRead, wsSend, wsIntercept, wsUnintercept, route, routeQueue, unroute, startHar, stopHar];
