import type { Room } from "@greenroom/contract/room/room.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { sampleRoom } from "../testing/sample-data.ts";
import { ParticipantTile } from "./call/call-tiles.tsx";
import { DeviceHelp } from "./call/device-check.tsx";
import { idleCall } from "./call/room-call.ts";
import {
  elapsedFraction,
  InterviewClock,
  interviewPhases,
  isRoomOpen,
  phaseAt,
} from "./interview/interview-clock.tsx";
import { endedText, isEndedEarly, roomOutcome } from "./interview/room-outcome.tsx";
import { phaseText } from "./layout/room-notices.tsx";
import { startTimeText } from "./room-lobby.tsx";

const person = { lastName: "Rao", isPresent: true } as const;
const interviewer = { ...person, _id: "1", firstName: "Asha", role: "interviewer", isYou: false } as const;
const interviewee = { ...person, _id: "2", firstName: "Ben", role: "interviewee", isYou: true } as const;
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`);
const room: Room = {
  ...sampleRoom,
  status: "completed",
  now: at("12:50").toISOString(),
  parties: [interviewer, { ...interviewee, isPresent: false }],
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
    expect(clockAt(at("12:50"))).toContain("Ended");
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

describe("room phase", () => {
  const room = sampleRoom;
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
});

const bookingId = "0190a5b8-7c00-7000-8000-00000000000f";

describe("the message of a room after its interview", () => {
  const mySessions = "/interviewee-dashboard/my-sessions";
  const history = "/interviewer-dashboard/history";
  it.each([
    ["completed", "interviewee", "That’s a wrap", `${mySessions}?feedback=${bookingId}`],
    ["completed", "interviewer", "That’s a wrap", history],
    ["pending", "interviewer", "That’s a wrap", history],
    ["cancelled", "interviewee", "This interview was canceled", mySessions],
    [
      "no_show_interviewer",
      "interviewee",
      "Your interviewer did not attend",
      "/interviewee-dashboard/booking",
    ],
    ["no_show_interviewer", "interviewer", "You missed this interview", history],
    ["no_show_interviewee", "interviewer", "Your interviewee did not attend", history],
    ["no_show_interviewee", "interviewee", "You missed this interview", mySessions],
  ] as const)("%s, to the %s: %s", (status, role, title, to) => {
    const booking = { bookingId, status, isUnclear: false, transcript: { hasUtterances: false } };
    expect(roomOutcome(booking, role)).toMatchObject({ title, next: { to } });
  });
});

it.each(["interviewee", "interviewer"] as const)(
  "with a transcript, the message tells the %s where to correct it",
  (role) => {
    const textWith = (hasUtterances: boolean) =>
      roomOutcome({ bookingId, status: "completed", isUnclear: false, transcript: { hasUtterances } }, role)
        .text;
    expect(textWith(true)).toContain("you can correct your words in the interview record");
    expect(textWith(false)).not.toContain("correct");
  },
);

describe("an interview that its interviewer ended", () => {
  const endTime = "2026-11-20T13:15:00.000Z";
  const early = {
    status: "completed",
    isUnclear: false,
    now: "2026-11-20T12:50:00.000Z",
    endTime,
  } as const;

  it("is recognized when it ended early", () => {
    expect(isEndedEarly(early)).toBe(true);
    expect(isEndedEarly({ ...early, status: "pending" })).toBe(false);
    expect(isEndedEarly({ ...early, now: endTime })).toBe(false);
  });

  it("names who ended it, to each of the two", () => {
    const interviewer = {
      _id: "1",
      firstName: "Asha",
      lastName: "Rao",
      role: "interviewer",
      isPresent: true,
    } as const;
    const interviewee = { ...interviewer, _id: "2", firstName: "Ben", role: "interviewee" } as const;
    const seenBy = (who: typeof interviewer | typeof interviewee) =>
      endedText([interviewer, interviewee].map((party) => ({ ...party, isYou: party === who })));
    expect(seenBy(interviewee)).toBe("Asha Rao ended the interview.");
    expect(seenBy(interviewer)).toBe("You ended the interview.");
  });
});
