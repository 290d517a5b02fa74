import { describe, expect, it } from "vitest";
import { betterClock, readClock, serverNow } from "./server-clock.ts";

const machine = Date.parse("2026-11-20T12:30:00.000Z");
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

describe("the server's clock", () => {
  it("is read from the middle of the call", () => {
    expect(readClock(iso(machine + 5_050), machine, machine + 100)).toEqual({ offset: 5_000, doubt: 50 });
  });

  it("is what the display goes by, however wrong the machine", () => {
    const clock = readClock(iso(machine - 3_600_000), machine, machine);
    expect(serverNow(clock, new Date(machine + 1_000))).toEqual(new Date(machine - 3_599_000));
  });

  it("does not tremble with a slow answer", () => {
    const known = { offset: 5_000, doubt: 20 };
    expect(betterClock(known, { offset: 5_400, doubt: 900 })).toBe(known);
  });

  it("takes a surer reading, and any that contradicts", () => {
    const known = { offset: 5_000, doubt: 200 };
    const surer = { offset: 5_100, doubt: 10 };
    const contradicting = { offset: -60_000, doubt: 900 };
    expect(betterClock(known, surer)).toBe(surer);
    expect(betterClock(known, contradicting)).toBe(contradicting);
    expect(betterClock(null, surer)).toBe(surer);
  });
});
