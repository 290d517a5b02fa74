import { describe, expect, it } from "vitest";
import { elapsedFraction, interviewPhases, isRoomOpen, phaseAt, type RoomTimes } from "./room-phase.ts";

const room: RoomTimes = {
  status: "pending",
  isUnclear: false,
  opensAt: "2026-11-20T12:20:00.000Z",
  startTime: "2026-11-20T12:30:00.000Z",
  feedbackAt: "2026-11-20T13:00:00.000Z",
  wrapUpAt: "2026-11-20T13:10:00.000Z",
  endTime: "2026-11-20T13:15:00.000Z",
  closesAt: "2026-11-20T13:45:00.000Z",
};
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

describe("the phase of a room", () => {
  it.each([
    ["00:00:00", "before", false],
    ["12:19:59.999", "before", false],
    ["12:20:00", "lobby", true],
    ["12:29:59.999", "lobby", true],
    ["12:30:00", "interview", true],
    ["12:59:59.999", "interview", true],
    ["13:00:00", "feedback", true],
    ["13:09:59.999", "feedback", true],
    ["13:10:00", "wrap-up", true],
    ["13:14:59.999", "wrap-up", true],
    ["13:15:00", "after", true],
    ["13:44:59.999", "after", true],
    ["13:45:00", "closed", false],
    ["23:00:00", "closed", false],
  ] as const)("at %s is %s", (time, phase, open) => {
    expect(phaseAt(room, at(time))).toBe(phase);
    expect(isRoomOpen(phase)).toBe(open);
  });

  it("is over when the booking is, whatever the clock says", () => {
    expect(phaseAt({ ...room, status: "completed" }, at("12:40:00"))).toBe("after");
    expect(phaseAt({ ...room, status: "completed" }, at("13:45:00"))).toBe("closed");
  });
});

describe("the phases of an interview", () => {
  it("are 30, 10 and 5 minutes", () => {
    const minutes = interviewPhases(room).map(({ from, to }) => (to.getTime() - from.getTime()) / 60_000);
    expect(minutes).toEqual([30, 10, 5]);
  });

  it("fill one after the other, and no further", () => {
    const shares = (time: string) => interviewPhases(room).map((part) => elapsedFraction(part, at(time)));
    expect(shares("12:00:00")).toEqual([0, 0, 0]);
    expect(shares("12:45:00")).toEqual([0.5, 0, 0]);
    expect(shares("13:05:00")).toEqual([1, 0.5, 0]);
    expect(shares("14:00:00")).toEqual([1, 1, 1]);
  });
});
