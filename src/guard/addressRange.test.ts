import { expect, test } from "vitest";
import { privateRange } from "./addressRange.ts";

test.each([
  ["127.0.0.1", "loopback"], ["127.8.9.10", "loopback"], ["0.0.0.0", "unspecified"], ["0.1.2.3", "unspecified"], ["10.0.0.1", "private"], ["172.16.0.1", "private"],
  ["172.31.255.255", "private"], ["192.168.1.1", "private"], ["100.64.0.1", "private"], ["100.100.100.200", "private"], ["169.254.169.254", "link-local"],
  ["168.63.129.16", "metadata"], ["192.0.0.192", "reserved"], ["198.18.0.1", "reserved"], ["224.0.0.1", "multicast"], ["239.255.255.250", "multicast"],
  ["240.0.0.1", "reserved"], ["255.255.255.255", "broadcast"], ["::1", "loopback"], ["::", "unspecified"], ["::ffff:10.0.0.1", "private"], ["::ffff:7f00:1", "loopback"],
  ["::7f00:1", "reserved"], ["64:ff9b::7f00:1", "reserved"], ["64:ff9b:1::7f00:1", "reserved"], ["2002:7f00:1::", "reserved"], ["2001::1", "reserved"], ["fc00::1", "private"],
  ["fd00:ec2::254", "private"], ["fe80::1", "link-local"], ["fec0::1", "reserved"], ["ff02::1", "multicast"], ["100::1", "reserved"], ["4000::1", "reserved"],
])("%s is %s", (address, kind) => expect(privateRange(address)).toMatch(new RegExp(`^an? ${kind}$`)));

test.each(["1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.255.255", "169.253.0.1", "2606:4700:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"])("%s is public", (address) => {
  expect(privateRange(address)).toBeUndefined();
});
