import { describe, expect, it } from "vitest";
import { bookableWindow, createSlotTimes, ownWindow } from "./rules.ts";

const now = new Date("2026-11-20T06:30:00Z");
const at = (text: string) => new Date(text);

describe("bookableWindow", () => {
  it.each([
    ["by default: from now, 60 days", {}, "2026-11-20T06:30:00Z", "2027-01-19T06:30:00Z"],
    [
      "the past is left out",
      { from: at("2026-11-01T00:00:00Z"), to: at("2026-12-01T00:00:00Z") },
      "2026-11-20T06:30:00Z",
      "2026-12-01T00:00:00Z",
    ],
    [
      "only a start: 60 days from it",
      { from: at("2026-12-01T00:00:00Z") },
      "2026-12-01T00:00:00Z",
      "2027-01-30T00:00:00Z",
    ],
    ["only an end", { to: at("2026-11-21T00:00:00Z") }, "2026-11-20T06:30:00Z", "2026-11-21T00:00:00Z"],
  ])("%s", (_name, asked, from, to) => {
    expect(bookableWindow(asked, now)).toEqual({ from: at(from), to: at(to) });
  });

  it("refuses an end before the start", () => {
    expect(() =>
      bookableWindow({ from: at("2026-12-02T00:00:00Z"), to: at("2026-12-01T00:00:00Z") }, now),
    ).toThrow("The end of the range must not be before its start.");
  });
});

describe("ownWindow", () => {
  it("reaches from a month back to every slot that can be offered", () => {
    expect(ownWindow({}, now)).toEqual({ from: at("2026-10-20T06:30:00Z"), to: at("2200-01-01T00:00:00Z") });
  });

  it("keeps a requested window in the past", () => {
    const asked = { from: at("2026-01-01T00:00:00Z"), to: at("2026-02-01T00:00:00Z") };
    expect(ownWindow(asked, now)).toEqual(asked);
  });
});

describe("createSlotTimes", () => {
  it("is 45 minutes long", () => {
    const startsAt = at("2026-11-20T06:31:00Z");
    expect(createSlotTimes(startsAt, now)).toEqual({ startsAt, endsAt: at("2026-11-20T07:16:00Z") });
  });

  it.each([
    ["2026-11-20T06:29:00Z", "You cannot add slots in the past."],
    ["2026-11-20T06:30:00Z", "You cannot add slots in the past."],
    ["2026-11-20T06:31:01Z", "A slot starts on a whole minute."],
    ["2026-11-20T06:31:00.001Z", "A slot starts on a whole minute."],
  ])("refuses %s", (startsAt, msg) => {
    expect(() => createSlotTimes(at(startsAt), now)).toThrow(msg);
  });
});
