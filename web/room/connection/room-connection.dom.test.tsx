import {
  type RoomServerMessage,
  roomClientMessageSchema,
  roomCloseCodes,
} from "@greenroom/contract/room/room.ts";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useStore } from "zustand";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleRoom, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { provideTestSockets, socketNumber, TestSocket } from "../../testing/test-socket.ts";
import { ChatPanel } from "../chat-panel.tsx";
import { PadClient } from "../code-pads/pad-client.ts";
import { RoomClient } from "./room-client.ts";
import { RoomConnection, serverNow, takeSnapshot } from "./room-connection.ts";

describe("room connection", () => {
  const calls = serveCallAnswers();
  provideTestSockets();
  const { bookingId } = sampleRoom;
  const ticketCall = `POST /api/rooms/${bookingId}/ticket`;
  const iceServers = [{ urls: ["stun:stun.greenroom.example"] }];
  const ticket = { status: 201, body: { ticket: "once only", iceServers } };
  const refusal = (status: number, code: string) => ({ status, body: { code, msg: "No." } });

  const opened: RoomConnection[] = [];
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.close();
  });

  function open(answers: CallAnswer | CallAnswer[] = ticket) {
    calls.set({ [ticketCall]: answers });
    const states: string[] = [];
    const messages: RoomServerMessage[] = [];
    const listener = {
      onState: (state: string) => void states.push(state),
      onMessage: (message: RoomServerMessage) => void messages.push(message),
      onIceServers: vi.fn(),
      onMessageRefused: vi.fn(),
    };
    const connection = new RoomConnection(bookingId, listener);
    opened.push(connection);
    connection.open();
    return { connection, states, messages, listener };
  }

  /** Lets a connection that wrongly goes on reach the server: its longest first pause has passed then. */
  const waitForUnwantedAttempt = () => new Promise((resolve) => setTimeout(resolve, 500));
  const tickets = () => calls.sent.filter(({ name }) => name === ticketCall);

  describe("opening", () => {
    it("uses its ticket for one socket, and counts as open when the room welcomes it", async () => {
      const { connection, states, messages, listener } = open();
      expect(states).toEqual(["connecting"]);
      expect(connection.send({ type: "ping" })).toBe(false);
      const socket = await socketNumber(1);
      expect(socket.url.protocol).toBe("ws:");
      expect(socket.url.pathname).toBe(`/api/rooms/${bookingId}/socket`);
      expect(Object.fromEntries(socket.url.searchParams)).toEqual({ ticket: "once only" });
      expect(listener.onIceServers).toHaveBeenCalledExactlyOnceWith(iceServers);
      expect(states).toEqual(["connecting"]);
      socket.welcome();
      expect(states).toEqual(["connecting", "open"]);
      expect(messages).toMatchObject([{ type: "welcome", room: { bookingId } }]);
      expect(connection.send({ type: "ping" })).toBe(true);
      expect(socket.sent).toEqual([{ type: "ping" }]);
    });

    it("opens one socket however often it is called", async () => {
      const { connection } = open();
      connection.open();
      await socketNumber(1);
      connection.open();
      await waitForUnwantedAttempt();
      expect(tickets()).toHaveLength(1);
      expect(TestSocket.all).toHaveLength(1);
    });
  });

  describe("a ticket that is not issued", () => {
    it.each([
      ["signed-out", 401, "not_signed_in"],
      ["refused", 403, "forbidden"],
      ["refused", 404, "not_found"],
      ["refused", 409, "conflict"],
    ])("ends as %s after %i", async (ending, status, code) => {
      const { states } = open(refusal(status, code));
      await expect.poll(() => states).toEqual(["connecting", ending]);
      await waitForUnwantedAttempt();
      expect(tickets()).toHaveLength(1);
      expect(TestSocket.all).toEqual([]);
    });

    it.each<[string, CallAnswer]>([
      ["a server that fails", refusal(500, "internal")],
      ["a server that is restarting", refusal(503, "unavailable")],
      ["a lost answer", "cut"],
    ])("is requested again after %s", async (_name, failure) => {
      const { states } = open([failure, ticket]);
      (await socketNumber(1)).welcome();
      expect(states).toEqual(["connecting", "lost", "open"]);
      expect(tickets()).toHaveLength(2);
    });
  });

  describe("a socket that closes", () => {
    it.each([
      ["taken-over", roomCloseCodes.takenOver],
      ["signed-out", roomCloseCodes.sessionEnded],
      ["refused", roomCloseCodes.roomClosed],
    ])("ends as %s, until it is opened again", async (ending, code) => {
      const { connection, states } = open();
      const socket = await socketNumber(1);
      socket.welcome();
      socket.close(code);
      expect(states).toEqual(["connecting", "open", ending]);
      await waitForUnwantedAttempt();
      expect(TestSocket.all).toHaveLength(1);
      connection.open();
      (await socketNumber(2)).welcome();
      expect(states.slice(3)).toEqual(["connecting", "open"]);
    });

    it.each([
      [true, roomCloseCodes.invalidMessage],
      [true, 1007],
      [true, 1009],
      [false, 1006],
      [false, roomCloseCodes.rateLimited],
    ])("reports a refused message: %s for code %i, and reconnects", async (isRefused, code) => {
      const { states, listener } = open();
      const socket = await socketNumber(1);
      socket.welcome();
      socket.close(code);
      expect(listener.onMessageRefused).toHaveBeenCalledTimes(isRefused ? 1 : 0);
      (await socketNumber(2)).welcome();
      expect(states).toEqual(["connecting", "open", "lost", "open"]);
    });

    it("is replaced at once when the browser is online again", async () => {
      // The pauses pass only when the test says so. Vitest's own waiting would let them pass, too.
      const wait = setTimeout;
      const until = async (isTrue: () => boolean) => {
        for (let count = 0; count < 3_000 && !isTrue(); count += 1)
          await new Promise((resolve) => wait(resolve, 5));
        expect(isTrue()).toBe(true);
      };
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const { states } = open(["cut", "cut", ticket]);
      // A request has a timer of its own, so a timer alone does not tell that a pause has begun.
      await until(() => states.join() === "connecting,lost");
      vi.runOnlyPendingTimers();
      await until(() => states.join() === "connecting,lost,lost");
      window.dispatchEvent(new Event("online"));
      await until(() => TestSocket.all.length === 1);
      expect(tickets()).toHaveLength(3);
    });
  });

  describe("an open socket", () => {
    const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
    /** Sets the clock before the socket opens, because its interval starts then. */
    async function openWithClock() {
      vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
      const shown = open();
      await vi.waitUntil(() => TestSocket.all.length === 1, { timeout: 15_000 });
      const socket = TestSocket.all[0] as TestSocket;
      socket.welcome();
      return { ...shown, socket };
    }
    const pings = ({ sent }: TestSocket) => sent.filter(({ type }) => type === "ping").length;

    it("stays open while the room answers its pings", async () => {
      const { socket, states } = await openWithClock();
      for (let count = 1; count <= 10; count += 1) {
        pass(2_000);
        expect(pings(socket)).toBe(count);
        socket.receive({ type: "pong" });
      }
      expect(states).toEqual(["connecting", "open"]);
    });

    it("counts as lost after five seconds without a message, though the browser reports nothing", async () => {
      const { socket, states } = await openWithClock();
      pass(4_000);
      expect(states.at(-1)).toBe("open");
      pass(2_000);
      expect(states.at(-1)).toBe("lost");
      expect(socket.readyState).toBe(TestSocket.CLOSED);
    });

    it("is closed by the page without an attempt to reopen it", async () => {
      const { connection, states } = open();
      const socket = await socketNumber(1);
      socket.welcome();
      connection.close();
      expect(socket.readyState).toBe(TestSocket.CLOSED);
      expect(connection.send({ type: "ping" })).toBe(false);
      window.dispatchEvent(new Event("online"));
      await waitForUnwantedAttempt();
      expect(states).toEqual(["connecting", "open"]);
      expect(TestSocket.all).toHaveLength(1);
    });
  });
});

describe("the server's clock", () => {
  const at = (time: string) => ({ ...sampleRoom, now: `2026-11-20T12:${time}Z` });

  it("drives the display, however wrong the machine's own is, and does not jitter with the network", () => {
    vi.useFakeTimers({ now: new Date("2026-11-20T11:30:00Z") });
    const first = takeSnapshot(at("30:05.000"), null);
    expect(serverNow(first, new Date())).toEqual(new Date("2026-11-20T12:30:05Z"));
    expect(takeSnapshot(at("30:04.600"), first).clockOffset).toBe(first.clockOffset);
    expect(serverNow(takeSnapshot(at("31:00.000"), first), new Date())).toEqual(
      new Date("2026-11-20T12:31:00Z"),
    );
  });
});

let client: RoomClient;

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

describe("room client", () => {
  const calls = serveCallAnswers();
  const { bookingId } = sampleRoom;
  const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`).toISOString();

  provideTestSockets();
  beforeEach(() => {
    storeSession(sampleUser);
    calls.set({
      [`POST /api/rooms/${bookingId}/ticket`]: { status: 201, body: { ticket: "t", iceServers: [] } },
    });
    client = new RoomClient({ room: sampleRoom, clockOffset: 0 });
    client.join();
  });
  afterEach(() => client.leave());

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
});
