import { describe, expect, it, test } from "vitest";
import { readMeetingLink } from "./join-meeting.tsx";
import { findNextInterview } from "./next-interview-banner.tsx";

describe("meeting link", () => {
  const here = "https://greenroom.example/interviewee-dashboard/booking";
  const read = (zoomLink: string) => readMeetingLink(zoomLink, "b-1", here);

  it("recognizes its own room, whatever host is in the link", () => {
    const room = { kind: "room", to: "/room/b-1" };
    expect(read("https://greenroom.example/room/b-1")).toEqual(room);
    expect(read("http://localhost:3000/room/b-1")).toEqual(room);
    expect(read("/room/b-1")).toEqual(room);
  });

  it("leaves the site for any other provider, and for the room of another booking", () => {
    expect(read("https://zoom.us/j/123?pwd=x")).toEqual({
      kind: "external",
      href: "https://zoom.us/j/123?pwd=x",
    });
    expect(read("/room/b-2")).toEqual({ kind: "external", href: "https://greenroom.example/room/b-2" });
  });

  it("rejects links that are not web addresses", () => {
    expect(read("javascript:alert(1)")).toBeNull();
    expect(read("https://")).toBeNull();
  });
});

describe("next interview", () => {
  const now = new Date("2026-11-23T10:00:00.000Z");
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  const interview = (minutes: number, status = "pending", unclear: object | null = null) => ({
    status,
    unclear,
    startTime: at(minutes),
    endTime: at(minutes + 45),
  });

  test.each([
    ["in two hours", [interview(120)], null],
    ["in an hour", [interview(60)], 60],
    ["in four minutes", [interview(4)], 4],
    ["that is on", [interview(-44)], -44],
    ["that is over", [interview(-45)], null],
    ["that was canceled", [interview(4, "cancelled")], null],
    ["that was ended early", [interview(-20, "completed")], null],
    ["that ended so early that it is unclear", [interview(-20, "pending", {})], null],
    ["after one that is on", [interview(30), interview(-15)], -15],
  ])("announces an interview %s", (_case, interviews, minutes) => {
    expect(findNextInterview(interviews, now)?.startTime ?? null).toBe(minutes === null ? null : at(minutes));
  });
});
