import { describe, expect, it } from "vitest";
import { offerSlotQuestion, repeatedTimeNote, skippedTimeNote } from "./slot-text.ts";

describe("the question before a slot is offered", () => {
  it.each([
    ["Asia/Kolkata", "2026-11-20T12:30:00Z", "Fri 20 Nov, 18:00 – 18:45"],
    ["Asia/Kathmandu", "2026-11-20T12:15:00Z", "Fri 20 Nov, 18:00 – 18:45"],
    // A drag that begins before midnight: the slot lasts 45 minutes from there, and the question names both days.
    ["Asia/Kolkata", "2026-11-20T18:00:00Z", "Fri 20 Nov, 23:30 – 00:15"],
    // Across the night of a spring clock change: 45 minutes of real time, shown by the clock before and after.
    ["Europe/London", "2026-03-29T00:30:00Z", "Sun 29 Mar, 00:30 – 02:15"],
    ["Australia/Lord_Howe", "2026-10-03T15:15:00Z", "Sun 4 Oct, 01:45 – 03:00"],
  ])("in %s, of %s", (timeZone, startsAt, words) => {
    expect(offerSlotQuestion(new Date(startsAt), timeZone)).toContain(words.slice(0, words.indexOf(" –")));
    expect(offerSlotQuestion(new Date(startsAt), timeZone)).toContain(words.slice(-5));
  });

  it.each([
    ["Europe/London", "2026-10-25T00:15:00Z", "This is the first, at GMT+1"],
    ["Europe/London", "2026-10-25T01:15:00Z", "This is the second, at GMT"],
    ["Australia/Lord_Howe", "2026-04-04T14:45:00Z", "This is the first, at GMT+11"],
  ])("says which of two equal times is meant in %s at %s", (timeZone, startsAt, words) => {
    expect(repeatedTimeNote(new Date(startsAt), timeZone)).toContain(words);
  });

  it("shows no note for a time that occurs once", () => {
    expect(repeatedTimeNote(new Date("2026-11-20T12:30:00Z"), "Asia/Kathmandu")).toBeNull();
  });

  it("refuses a time that a clock change skips", () => {
    expect(skippedTimeNote(new Date("2026-03-29T11:00:00Z"), "01:30", "Europe/London")).toBe(
      "01:30 does not exist on Sun 29 Mar in United Kingdom time (BST), because the clocks go forward. Choose another time.",
    );
  });
});
