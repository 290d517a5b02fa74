import { describe, expect, it } from "vitest";
import { chromeOnWindows } from "../../../testing/browser.ts";
import { nameBrowser } from "./name-browser.ts";

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
