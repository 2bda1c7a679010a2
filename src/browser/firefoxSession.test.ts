import { expect, test } from "vitest";
import { connectionsTo } from "./firefoxSession.ts";

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:9C42 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0100007F:9C42 0100007F:D1A2 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 20 4 30 10 -1
   2: 0100007F:9C42 0100007F:D1A4 01 00000000:00000000 00:00000000 00000000     0        0 3 1 0 20 4 30 10 -1
   3: 0100007F:D1A2 0100007F:9C42 01 00000000:00000000 00:00000000 00000000     0        0 4 1 0 20 4 30 10 -1
   4: 0100007F:9C42 0100007F:D1A6 06 00000000:00000000 03:00000000 00000000     0        0 0 3 0`;

test.each([
  { what: "established ones at the port itself", port: 0x9c42, found: 2 },
  { what: "not those that go out to it", port: 0xd1a2, found: 1 },
  { what: "none at a port that nobody uses", port: 80, found: 0 },
])("connections are counted: $what", ({ port, found }) => {
  expect(connectionsTo(table, port)).toBe(found);
});
