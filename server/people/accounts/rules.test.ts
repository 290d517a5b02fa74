import { describe, expect, it } from "vitest";
import { chromeOnWindows } from "../../testing/app.ts";
import { generateOneTimeCode } from "./one-time-codes.ts";
import { nameBrowser } from "./requester.ts";
import { secondsUntilNextCode } from "./rules.ts";

describe("rules", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

  describe("when another code may be requested", () => {
    it.each([
      { title: "the first one: now", ages: [], wait: 0 },
      { title: "one second before the minute is over", ages: [59], wait: 1 },
      { title: "when the minute is over", ages: [60], wait: 0 },
      { title: "the fifth within an hour", ages: [61, 700, 1400, 2100], wait: 0 },
      {
        title: "the sixth within an hour waits for the oldest to be an hour old",
        ages: [61, 700, 1400, 2100, 3000],
        wait: 600,
      },
      { title: "older ones do not count", ages: [61, 700, 1400, 2100, 3601], wait: 0 },
    ])("$title", ({ ages, wait }) => {
      expect(secondsUntilNextCode(ages.map(secondsAgo), now, 1)).toBe(wait);
    });

    it("is multiplied by the rate-limit factor", () => {
      expect(secondsUntilNextCode([secondsAgo(1)], now, 100)).toBe(0);
      expect(secondsUntilNextCode([1, 2, 3, 4, 5, 6].map(secondsAgo), now, 100)).toBe(0);
    });
  });

  it("codes are six digits with their leading zeros, evenly distributed", () => {
    const firstDigits = new Array(10).fill(0);
    for (let count = 0; count < 20_000; count += 1) {
      const code = generateOneTimeCode();
      expect(code).toMatch(/^\d{6}$/);
      firstDigits[Number(code[0])] += 1;
    }
    // Five standard deviations around 2,000.
    for (const count of firstDigits) expect(Math.abs(count - 2000)).toBeLessThan(215);
  });
});

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
])("the name of a browser of %j is %j", (userAgent, name) => {
  expect(nameBrowser(userAgent)).toBe(name);
});
