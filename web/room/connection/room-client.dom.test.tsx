import { roomClientMessageSchema, roomCloseCodes } from "@greenroom/contract/room/room-messages.ts";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useStore } from "zustand";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleRoom, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { provideTestSockets, socketNumber, TestSocket } from "../../testing/test-socket.ts";
import { ChatPanel } from "../chat/chat-panel.tsx";
import { PadClient } from "../code-pads/sync/pad-client.ts";
import { RoomClient } from "./room-client.ts";

const calls = serveCallAnswers();
const { bookingId } = sampleRoom;
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`).toISOString();

provideTestSockets();

let client: RoomClient;
beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    [`POST /api/rooms/${bookingId}/ticket`]: { status: 201, body: { ticket: "t", iceServers: [] } },
  });
  client = new RoomClient({ room: sampleRoom, clock: { offset: 0, doubt: 0 } });
  client.join();
});
afterEach(() => client.leave());

function Chat() {
  const { chat, pending, hasEarlierChat } = useStore(client.store);
  return (
    <ChatPanel
      room={sampleRoom}
      chat={chat}
      pending={pending}
      hasEarlier={hasEarlierChat}
      timeZone="UTC"
      onSend={(body) => client.sendChat(body)}
      onSendAgain={(id) => client.sendChatAgain(id)}
    />
  );
}

async function openChat() {
  const { user } = renderScreen(<Chat />);
  const socket = await socketNumber(1);
  socket.welcome();
  return { user, socket };
}

describe("the chat of a room", () => {
  it.each([
    ["a line break of PowerPoint", "one\u000btwo", "one two"],
    ["a control character of a PDF", "\u0002one\fand", "one and"],
    ["half a character", "one\ud83d", "one\ufffd"],
  ])("sends %s as text that the room accepts", async (_name, pasted, sent) => {
    const { user, socket } = await openChat();
    await user.click(screen.getByLabelText("Message"));
    await user.paste(pasted);
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(socket.chats.map(({ body }) => body)).toEqual([sent]);
    expect(roomClientMessageSchema.safeParse(socket.chats[0]).success).toBe(true);
  });

  it("does not repeat a refused message after the reconnect, but keeps it for another attempt", async () => {
    const { user, socket } = await openChat();
    await user.type(screen.getByLabelText("Message"), "Hello{Enter}");
    socket.close(roomCloseCodes.invalidMessage);
    const second = await socketNumber(2);
    second.welcome();
    expect(second.chats).toEqual([]);
    expect(await screen.findByText("not sent")).toBeDefined();
    expect(screen.getByText("Hello")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Send again" }));
    expect(second.chats).toEqual(socket.chats);
  });

  it("repeats a message whose connection was lost", async () => {
    const { user, socket } = await openChat();
    await user.type(screen.getByLabelText("Message"), "Hello{Enter}");
    socket.close(1006);
    const second = await socketNumber(2);
    second.welcome();
    expect(second.chats).toEqual(socket.chats);
  });

  it("says why the room does not store a message", async () => {
    const { user, socket } = await openChat();
    await user.type(screen.getByLabelText("Message"), "Hello{Enter}");
    const { id } = socket.chats[0] as { id: string };
    socket.receive({ type: "chat-refused", id, reason: "This chat is full." });
    expect(await screen.findByText("This chat is full.")).toBeDefined();
  });

  it("says where the earlier messages are when the room sends only the newest", async () => {
    const { socket } = await openChat();
    expect(screen.queryByText(/Earlier messages/)).toBeNull();
    socket.welcome({
      chat: [{ id: "c", senderId: "s", body: "The newest", sentAt: at("12:31") }],
      hasEarlierChat: true,
    });
    expect(await screen.findByText(/Earlier messages are in the interview’s record/)).toBeDefined();
  });
});

describe("a run of the pad", () => {
  const run = { language: "python", outcome: "finished", output: "1", durationMs: 5 } as const;
  const runsOf = (socket: TestSocket) => socket.sent.filter(({ type }) => type === "run");

  it.each([
    ["is repeated after its connection was lost", 1006, 1],
    ["is not repeated after a refusal", roomCloseCodes.invalidMessage, 0],
  ])("%s", async (_name, code, repeated) => {
    const socket = await socketNumber(1);
    socket.welcome();
    const pad = new PadClient({
      send: (message) => client.sendMessage(message),
      nameOf: String,
      onRefused: () => undefined,
    });
    client.attachPad(pad);
    pad.runs.sendResult(run);
    expect(runsOf(socket)).toHaveLength(1);
    socket.close(code);
    const second = await socketNumber(2);
    second.welcome();
    expect(runsOf(second)).toHaveLength(repeated);
  });
});

describe("the connection to a room", () => {
  it("waits longer from attempt to attempt while the room closes it soon after the welcome", async () => {
    for (let count = 1; count <= 3; count += 1) {
      const socket = await socketNumber(count);
      socket.welcome();
      socket.close(roomCloseCodes.invalidMessage);
    }
    const [third, fourth] = [await socketNumber(4).then(() => TestSocket.all[2]), TestSocket.all[3]];
    // The shortest third wait: a second, less a quarter of it.
    expect((fourth?.openedAt ?? 0) - (third?.openedAt ?? 0)).toBeGreaterThanOrEqual(740);
  });
});
