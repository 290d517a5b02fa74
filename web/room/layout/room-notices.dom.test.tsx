import type { Room } from "@greenroom/contract/room/room.ts";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { sampleRoom } from "../../testing/sample-data.ts";
import { ParticipantNotices } from "./room-notices.tsx";

const interviewee = {
  _id: "1",
  firstName: "Kavya",
  lastName: "Rao",
  role: "interviewee",
  isYou: true,
} as const;
const interviewer = {
  ...interviewee,
  _id: "2",
  firstName: "Meera",
  lastName: "Iyer",
  role: "interviewer",
  isYou: false,
} as const;

interface Changed {
  isMeeraPresent?: boolean;
  agreed?: Room["transcript"]["agreed"];
}

function roomWith({ isMeeraPresent = true, agreed = ["interviewee", "interviewer"] }: Changed = {}): Room {
  return {
    ...sampleRoom,
    parties: [
      { ...interviewee, isPresent: true },
      { ...interviewer, isPresent: isMeeraPresent },
    ],
    transcript: {
      ...sampleRoom.transcript,
      agreed,
      bothSince: agreed.length === 2 ? sampleRoom.startTime : null,
    },
  };
}

function show(first: Room) {
  const view = (room: Room) => <ParticipantNotices room={room} phase="interview" timeZone="UTC" />;
  const { rerender } = render(view(first));
  return (room: Room) => rerender(view(room));
}
const announced = () => document.querySelector('[aria-live="polite"]')?.textContent;
const stopped = "The transcript was stopped. Nothing more is transcribed.";
const left = "Meera left the room.";

describe("notices about the other participant", () => {
  it("say that the transcript was stopped, also to a screen reader, until it is dismissed", async () => {
    const change = show(roomWith());
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
    change(roomWith({ agreed: [] }));
    expect(announced()).toBe(stopped);
    expect(screen.getAllByText(stopped)).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
  });

  it("end when both agree again", () => {
    const change = show(roomWith());
    change(roomWith({ agreed: [] }));
    change(roomWith());
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
  });

  it("say that the other has left, until they are back", () => {
    const change = show(roomWith());
    change(roomWith({ isMeeraPresent: false }));
    expect(screen.getByText(left)).toBeDefined();
    expect(announced()).toBe("Meera Iyer left.");
    change(roomWith());
    expect(screen.queryByText(left)).toBeNull();
  });

  it("say nothing of a person who has not come yet", () => {
    show(roomWith({ isMeeraPresent: false }));
    expect(screen.queryByText(left)).toBeNull();
  });
});
