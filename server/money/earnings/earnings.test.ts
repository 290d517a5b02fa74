import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBookedInterview, holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { useTestApp } from "../../testing/app.ts";
import { splitPrice } from "../credits/credits.ts";
import { writeCsv } from "../csv.ts";
import { interviewerShare } from "./earnings.ts";

describe("interviewerShare", () => {
  it.each([
    [9_900, 70, 6_930],
    [16_633, 70, 11_643],
    [16_634, 70, 11_643],
    [0, 70, 0],
    [1, 99, 0],
    [49_900, 0, 0],
    [49_900, 100, 49_900],
  ])("%i paise at %i percent is %i", (price, percent, share) => {
    expect(interviewerShare(price, percent)).toBe(share);
  });

  it("over any price, the interviewer's shares and the platform's part add up to it", () => {
    const prices = fc.integer({ min: 100, max: 200_000 });
    const packs = fc.constantFrom(1, 3, 5);
    fc.assert(
      fc.property(prices, packs, fc.integer({ min: 0, max: 100 }), (pricePaise, sessions, percent) => {
        const parts = splitPrice(pricePaise, sessions).map((price) => {
          const share = interviewerShare(price, percent);
          expect(Number.isInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(price);
          return { share, platform: price - share };
        });
        expect(parts).toHaveLength(sessions);
        expect(parts.reduce((sum, { share, platform }) => sum + share + platform, 0)).toBe(pricePaise);
      }),
      { numRuns: 500 },
    );
  });
});

describe("export earnings", () => {
  const app = useTestApp();

  it("has a line for each interview, to the paisa, in its owner's zone", async () => {
    const { interviewer, booking } = await createBookedInterview(app, { pricePaise: 16_633 });
    await holdInterview(app, booking);
    await completeDueBookings(app.deps);
    await app.post(interviewer, "/api/user/time-zone", { timeZone: "Asia/Kathmandu" });
    const answer = await app.get(interviewer, "/api/interviewer/earnings.csv");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("earnings.csv");
    expect(answer.body.replace(/^\uFEFF/, "").split("\r\n")).toEqual([
      "Interview (Asia/Kathmandu),Interviewee,Session price (INR),Your share (%),Amount (INR),Status,Credited (Asia/Kathmandu),Paid (Asia/Kathmandu),Payment reference",
      "2026-11-20 13:45,Cand Idate,166.33,70,116.43,pending,,,",
      "",
    ]);
  });

  it.each([
    ["plain", "plain"],
    ['say "hi", please', '"say ""hi"", please"'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["@SUM(1)", "'@SUM(1)"],
    ["+1+cmd", "'+1+cmd"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["-5.00", "-5.00"],
    ["-5+cmd", "'-5+cmd"],
  ])("a cell: %s is written %s", (value, written) => {
    expect(writeCsv([[value]])).toBe(`\uFEFF${written}\r\n`);
  });
});
