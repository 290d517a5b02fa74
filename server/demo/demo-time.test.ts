import { addMinutes, roomOpensMinutesBefore } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { nextFiveMinutes } from "./demo-time.ts";

describe("the interview that is about to start", () => {
  it.each([
    ["06:30:00.000", "06:35"],
    ["06:32:00.000", "06:35"],
    ["06:32:00.001", "06:40"],
    ["06:59:59.999", "07:05"],
    ["23:58:00.000", "00:05"],
  ])("on a first start at %s, it begins at %s, and its room is open", (first, start) => {
    const now = new Date(`2026-11-20T${first}Z`);
    const startsAt = nextFiveMinutes(now, 3);
    expect(startsAt.toISOString().slice(11, 16)).toBe(start);
    expect(addMinutes(startsAt, -roomOpensMinutesBefore) <= now).toBe(true);
  });
});
