import type { Room } from "@greenroom/contract/room/room.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ParticipantTile } from "./call/participant-tile.tsx";
import { idleCall } from "./call/room-call.ts";
import { DeviceHelp } from "./devices/device-help.tsx";
import { InterviewClock } from "./interview/interview-clock.tsx";
import { interviewPhases } from "./interview/room-phase.ts";
import { phaseText } from "./layout/room-announcer.tsx";
import { startTimeText } from "./lobby/join-lobby.tsx";

const person = { lastName: "Rao", isPresent: true } as const;
const interviewer = { ...person, _id: "1", firstName: "Asha", role: "interviewer", isYou: false } as const;
const interviewee = { ...person, _id: "2", firstName: "Ben", role: "interviewee", isYou: true } as const;
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`);
const room: Room = {
  bookingId: "0190a5b8-7c00-7000-8000-00000000000f",
  status: "completed",
  isUnclear: false,
  now: at("12:50").toISOString(),
  opensAt: at("12:15").toISOString(),
  startTime: at("12:30").toISOString(),
  feedbackAt: at("13:00").toISOString(),
  wrapUpAt: at("13:10").toISOString(),
  endTime: at("13:15").toISOString(),
  closesAt: at("13:45").toISOString(),
  parties: [interviewer, { ...interviewee, isPresent: false }],
  goal: null,
  transcript: { agreed: [], bothSince: null, hasService: false, hasUtterances: false },
};

describe("an interview that ended early", () => {
  it("is announced as ended, and until when both can talk", () => {
    expect(phaseText("after", room, "Asia/Kolkata")).toBe(
      "Interview ended. You can stay and talk until 19:15.",
    );
    const timeUp = { ...room, now: room.endTime };
    expect(phaseText("after", timeUp, "Asia/Kolkata")).toBe("Time is up. You can stay and talk until 19:15.");
  });

  it("shows a stopped clock", () => {
    const clockAt = (now: Date) =>
      renderToStaticMarkup(<InterviewClock phase="after" parts={interviewPhases(room)} now={now} />);
    expect(clockAt(at("12:50"))).toContain("it has ended");
    expect(clockAt(at("12:50"))).not.toContain("progressbar");
    expect(clockAt(at("13:20"))).toContain("progressbar");
  });
});

describe("the lobby", () => {
  const pending = { ...room, status: "pending" as const };
  it.each<[string, Room, string]>([
    ["12:28", pending, "You are early: it starts in 2:00."],
    ["13:02", pending, "It started 32 minutes ago. Join when you are ready."],
    [
      "13:02",
      { ...pending, parties: [interviewer, interviewee] },
      "You're in this room in another tab. Move here?",
    ],
  ])("at %s it describes the situation", (time, given, words) => {
    expect(startTimeText(given, at(time))).toBe(words);
  });
});

describe("a blocked camera", () => {
  const helpWith = (microphone: "on" | "denied") =>
    renderToStaticMarkup(<DeviceHelp kind="camera" local={{ camera: "denied", microphone }} />);
  it("suggests the microphone only if that works", () => {
    expect(helpWith("on")).toContain("your microphone works");
    expect(helpWith("denied")).not.toContain("microphone");
    expect(helpWith("denied")).toContain("use the chat");
  });
});

describe("the other participant's tile", () => {
  const tileWhile = (connected: boolean) =>
    renderToStaticMarkup(
      <ParticipantTile
        participant={interviewer}
        connected={connected}
        call={{ ...idleCall, state: "connected" }}
      />,
    );
  it("calls the connection good only while the room is connected too", () => {
    expect(tileWhile(true)).toContain("Connection good");
    expect(tileWhile(false)).not.toContain("Connection good");
    expect(tileWhile(false)).toContain("Video and sound still on");
  });
});
