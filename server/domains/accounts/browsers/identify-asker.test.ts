import { describe, expect, it } from "vitest";
import { chromeOnWindows } from "../../../testing/browser.ts";
import { networkOf } from "./identify-requester.ts";
import { nameBrowser } from "./name-browser.ts";

describe("the network of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("the name of a browser", () => {
  it.each([
    [chromeOnWindows, "Chrome on Windows"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iOS",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    ["curl/8.9.1", null],
    ["Call +1 555 0100 now/1.0", null],
    ["", null],
    [undefined, null],
  ])("of %j is %j", (userAgent, name) => {
    expect(nameBrowser(userAgent)).toBe(name);
  });
});
