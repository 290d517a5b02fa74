import { describe, expect, it } from "vitest";
import { chooseClock, estimateClock, serverNow } from "./room-connection.ts";

const machine = Date.parse("2026-11-20T12:30:00.000Z");
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

describe("the server's clock", () => {
  it("is estimated from the middle of the call", () => {
    expect(estimateClock(iso(machine + 5_050), machine, machine + 100)).toEqual({ offset: 5_000, doubt: 50 });
  });

  it("drives the display, however wrong the machine's own clock is", () => {
    const clock = estimateClock(iso(machine - 3_600_000), machine, machine);
    expect(serverNow(clock, new Date(machine + 1_000))).toEqual(new Date(machine - 3_599_000));
  });

  it("does not jitter with a slow answer", () => {
    const known = { offset: 5_000, doubt: 20 };
    expect(chooseClock(known, { offset: 5_400, doubt: 900 })).toBe(known);
  });

  it("accepts a more precise reading, and any that contradicts", () => {
    const known = { offset: 5_000, doubt: 200 };
    const surer = { offset: 5_100, doubt: 10 };
    const contradicting = { offset: -60_000, doubt: 900 };
    expect(chooseClock(known, surer)).toBe(surer);
    expect(chooseClock(known, contradicting)).toBe(contradicting);
    expect(chooseClock(null, surer)).toBe(surer);
  });
});
