import { describe, expect, it } from "vitest";
import { offerQuestion, repeatedTimeNote, skippedTimeNote } from "./slot-words.ts";

describe("the question before a slot", () => {
  it.each([
    ["Asia/Kolkata", "2026-11-20T12:30:00Z", "Fri 20 Nov, 18:00 – 18:45"],
    ["Asia/Kathmandu", "2026-11-20T12:15:00Z", "Fri 20 Nov, 18:00 – 18:45"],
    // A drag that begins before midnight: the slot is 45 minutes from there, and says on which days it lies.
    ["Asia/Kolkata", "2026-11-20T18:00:00Z", "Fri 20 Nov, 23:30 – 00:15"],
    // Over a spring night: 45 minutes of real time, by the clocks of before and after.
    ["Europe/London", "2026-03-29T00:30:00Z", "Sun 29 Mar, 00:30 – 02:15"],
    ["Australia/Lord_Howe", "2026-10-03T15:15:00Z", "Sun 4 Oct, 01:45 – 03:00"],
  ])("in %s, of %s", (timeZone, startsAt, words) => {
    expect(offerQuestion(new Date(startsAt), timeZone)).toContain(words.slice(0, words.indexOf(" –")));
    expect(offerQuestion(new Date(startsAt), timeZone)).toContain(words.slice(-5));
  });

  it.each([
    ["Europe/London", "2026-10-25T00:15:00Z", "This is the first, at GMT+1"],
    ["Europe/London", "2026-10-25T01:15:00Z", "This is the second, at GMT"],
    ["Australia/Lord_Howe", "2026-04-04T14:45:00Z", "This is the first, at GMT+11"],
  ])("says which of two it means in %s at %s", (timeZone, startsAt, words) => {
    expect(repeatedTimeNote(new Date(startsAt), timeZone)).toContain(words);
  });

  it("has nothing to say of a time that comes once", () => {
    expect(repeatedTimeNote(new Date("2026-11-20T12:30:00Z"), "Asia/Kathmandu")).toBeNull();
  });

  it("refuses a time that the clocks jump over, with a sentence", () => {
    expect(skippedTimeNote(new Date("2026-03-29T11:00:00Z"), "01:30", "Europe/London")).toBe(
      "There is no 01:30 on Sun 29 Mar in Europe/London: the clocks jump over it. Choose another time.",
    );
  });
});
