import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { sampleRoom } from "../testing/sample-data.ts";
import { idleCall } from "./call/room-call.ts";
import { FoldedRoom } from "./joined-room.tsx";

describe("the room above a phone's keyboard", () => {
  const open = (signs: { isMuted: boolean; isTranscribed: boolean; hasQuestion: boolean }) =>
    render(
      <>
        <textarea />
        <FoldedRoom room={sampleRoom} call={idleCall} now={new Date(sampleRoom.now)} {...signs} />
      </>,
    );

  it("tells the time left, and that the microphone is off, the transcript on and a question shown", () => {
    open({ isMuted: true, isTranscribed: true, hasQuestion: true });
    expect(
      screen.getByRole("button", {
        name: "24:00 Microphone off Transcript on A question is shown Close the keyboard",
      }),
    ).toBeTruthy();
  });

  it("closes the keyboard, so that the rest of the room returns", async () => {
    open({ isMuted: false, isTranscribed: false, hasQuestion: false });
    screen.getByRole("textbox").focus();
    await userEvent.click(screen.getByRole("button", { name: "24:00 Close the keyboard" }));
    expect(document.activeElement).toBe(document.body);
  });
});
