import type { Room } from "@greenroom/contract/room/room.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../testing/call-answers.ts";
import { provideMediaDevices } from "../testing/media-devices.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { sampleRoom, sampleUser, storeSession } from "../testing/sample-data.ts";
import { RoomScreen } from "./room-screen.tsx";

const calls = serveCallAnswers();
provideMediaDevices();
const { bookingId } = sampleRoom;
const roomCall = `GET /api/rooms/${bookingId}`;

/** The room of an interview that starts in so many minutes. */
function roomIn(minutes: number, { isKavyaPresent = false } = {}): Room {
  const after = (offset: number) => new Date(Date.now() + (minutes + offset) * 60_000).toISOString();
  const person = { lastName: "Rao", isPresent: false } as const;
  const kavya = { ...person, _id: "2", firstName: "Kavya", role: "interviewer", isYou: false } as const;
  return {
    ...sampleRoom,
    now: new Date().toISOString(),
    opensAt: after(-10),
    startTime: after(0),
    feedbackAt: after(30),
    wrapUpAt: after(40),
    endTime: after(45),
    closesAt: after(75),
    parties: [
      { ...person, _id: sampleUser._id, firstName: "Meera", role: "interviewee", isYou: true },
      { ...kavya, isPresent: isKavyaPresent },
    ],
  };
}

const refusal = (status: number, code: string, msg: string) => ({ status, body: { code, msg } });
const roomCalls = () => calls.sent.filter(({ name }) => name === roomCall).length;

beforeEach(() => {
  storeSession(sampleUser);
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
});
const openRoom = () => renderScreen(<RoomScreen bookingId={bookingId} />);

describe("the page of a room", () => {
  it("lets the person in automatically when the room opens", async () => {
    calls.set({ [roomCall]: [{ body: roomIn(12) }, { body: roomIn(9) }] });
    openRoom();
    expect(await screen.findByText(/^The room opens /)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await screen.findByRole("button", { name: /^Join/ })).toBeTruthy();
  });

  it("says within seconds that the other person has come", async () => {
    calls.set({ [roomCall]: [{ body: roomIn(5) }, { body: roomIn(5, { isKavyaPresent: true }) }] });
    openRoom();
    expect(await screen.findByText("Kavya Rao is not here yet")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText("Kavya Rao is in the room")).toBeTruthy();
  });

  it("says so in the lobby when an add-on lets the browser make no offer for a call", async () => {
    class Connection {
      addTransceiver = () => undefined;
      setLocalDescription = () => Promise.reject(new Error("off"));
      close = () => undefined;
    }
    vi.stubGlobal("RTCPeerConnection", Connection);
    calls.set({ [roomCall]: { body: roomIn(5) } });
    openRoom();
    expect(await screen.findByText(/This browser cannot make calls/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Join with text only" })).toBeTruthy();
    expect(await screen.findByText("Your camera is off.")).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it("keeps the lobby while the server cannot be reached, and says so", async () => {
    calls.set({ [roomCall]: [{ body: roomIn(5) }, "cut", { body: roomIn(5, { isKavyaPresent: true }) }] });
    openRoom();
    await screen.findByText("Kavya Rao is not here yet");
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(roomCalls()).toBe(2));
    expect(await screen.findByText(/reconnect/i)).toBeTruthy();
    expect(screen.getByText("Kavya Rao is not here yet")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText("Kavya Rao is in the room")).toBeTruthy();
    expect(screen.queryByText(/reconnect/i)).toBeNull();
  });

  it("offers to try again when it could not be opened", async () => {
    calls.set({ [roomCall]: ["cut", { body: roomIn(5) }] });
    const { user } = openRoom();
    expect(await screen.findByText("The room can't be reached. Trying again…")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Kavya Rao is not here yet")).toBeTruthy();
  });

  it.each([
    ["somebody else's", refusal(404, "not_found", "There is no such room."), "You can't enter this room"],
    ["no id at all", refusal(400, "invalid_input", "The id must be a UUID."), "You can't enter this room"],
    ["closed", refusal(409, "conflict", "This interview was canceled."), "This interview was canceled."],
  ])("of a room that is %s says so, and does not ask again", async (_, answer, text) => {
    calls.set({ [roomCall]: answer });
    openRoom();
    expect(await screen.findByText(text)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(roomCalls()).toBe(1);
  });
});
