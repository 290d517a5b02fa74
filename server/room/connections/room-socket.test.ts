import { createHmac, randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { roomCloseCodes } from "@greenroom/contract/room/room.ts";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBookedInterview, recordInterview } from "../../schedule/bookings/bookings.testing.ts";
import { type SecondServer, type SignedUpUser, startSecondServer } from "../../testing/app.ts";
import {
  app,
  booked,
  connect,
  connectRoomClient,
  getTicket,
  roomId,
  ticketOf,
  useOpenRoom,
} from "../../testing/rooms.ts";
import { maxChatBytes, maxChatMessages, maxWelcomeChatBytes } from "../rules.ts";

const connectBoth = async () =>
  [await connect(booked.interviewee), await connect(booked.interviewer)] as const;

describe("room socket", () => {
  useOpenRoom({
    environment: {
      GREENROOM_STUN_URLS: "stun:stun.example:3478",
      GREENROOM_TURN_URLS: "turn:turn.example:3478, turns:turn.example:5349",
      GREENROOM_TURN_SECRET: "coturn's",
    },
  });

  const media = { microphone: true, camera: true, screen: false };
  const hello = (page: string = randomUUID()) => ({ kind: "hello" as const, page, answer: true, media });

  describe("a ticket", () => {
    it("expires within seconds", async () => {
      const ticket = await ticketOf(booked.interviewee);
      app.clock.advance({ seconds: 20 });
      await expect(connectRoomClient(app, roomId, ticket)).rejects.toThrow("refused: 401");
    });

    it("is only given while the room is open", async () => {
      const ask = (person: SignedUpUser) => app.post(person, `/api/rooms/${roomId}/ticket`);
      app.clock.set(addMinutes(new Date(booked.booking.startTime), -11));
      expect((await ask(booked.interviewee)).status).toBe(409);
      app.clock.set(addMinutes(new Date(booked.booking.endTime), 31));
      expect((await ask(booked.interviewee)).status).toBe(409);
    });

    it("is bound to its session, and no bearer token stands in for it", async () => {
      const ticket = await ticketOf(booked.interviewee);
      await app.post(booked.interviewee, "/api/auth/signout");
      await expect(connectRoomClient(app, roomId, ticket)).rejects.toThrow("refused: 401");
      await expect(connectRoomClient(app, roomId, booked.interviewer.token.slice(0, 43))).rejects.toThrow(
        /refused: 40/,
      );
    });

    it("is refused from another site's page, without being used up", async () => {
      const ticket = await ticketOf(booked.interviewee);
      for (const origin of ["https://evil.example", "null", ""]) {
        await expect(connectRoomClient(app, roomId, ticket, { origin })).rejects.toThrow("refused: 403");
      }
      const plain = await app.call("GET", `/api/rooms/${roomId}/socket?ticket=${ticket}`, {
        headers: { origin: app.url },
      });
      expect(plain.status).toBe(400);
      await (await connectRoomClient(app, roomId, ticket)).next("welcome");
    });

    it("comes with STUN, and TURN with an expiring credential", async () => {
      const { body } = await app.post(booked.interviewee, `/api/rooms/${roomId}/ticket`);
      const username = `${app.clock.now().getTime() / 1000 + 7200}:${booked.interviewee.user._id}`;
      expect(body.iceServers).toEqual([
        { urls: ["stun:stun.example:3478"] },
        {
          urls: ["turn:turn.example:3478", "turns:turn.example:5349"],
          username,
          credential: createHmac("sha1", "coturn's").update(username).digest("base64"),
        },
      ]);
    });
  });

  describe("the socket", () => {
    it("shows who enters and leaves, and stores the visits", async () => {
      const interviewee = await connect(booked.interviewee);
      await interviewee.next("welcome");
      const interviewer = await connect(booked.interviewer);
      await interviewee.next("room", ({ room }) => room.parties[1]?.isPresent === true);
      interviewer.socket.close(1000);
      const left = async () => {
        const visits = await app.deps.database.selectFrom("roomVisits").select("leftAt").execute();
        return visits.filter(({ leftAt }) => leftAt !== null).length;
      };
      await expect.poll(left).toBe(1);
      await interviewee.next("room", ({ room }) => room.parties[1]?.isPresent === false);
    });

    it("delivers signals only to the other party, long ones too, in order", async () => {
      const [interviewee, interviewer] = await connectBoth();
      await Promise.all([interviewee.next("welcome"), interviewer.next("welcome")]);
      const [page, to] = [randomUUID(), randomUUID()];
      const long = { type: "offer" as const, sdp: "v=0\r\n".repeat(4000) };
      interviewee.send({ type: "signal", signal: { kind: "description", page, to, description: long } });
      interviewee.send({
        type: "signal",
        signal: { kind: "candidate", page, to, candidate: { candidate: "c" } },
      });
      const [first, second] = [await interviewer.next("signal"), await interviewer.next("signal")];
      expect(first.signal).toMatchObject({ kind: "description", description: long });
      expect(second.signal.kind).toBe("candidate");
      // The sender's first signal is the answer, so that their own did not come back to them.
      const answer = { kind: "candidate", page: to, to: page, candidate: { candidate: "answer" } };
      interviewer.send({ type: "signal", signal: answer });
      expect((await interviewee.next("signal")).signal).toMatchObject(answer);
    });

    it("keeps the chat: once, in order, for both, also after reconnecting", async () => {
      const [interviewee, interviewer] = await connectBoth();
      const [first, second] = [randomUUID(), randomUUID()];
      interviewee.send({ type: "chat", id: first, body: " Good morning " });
      await interviewer.next("chat", ({ message }) => message.body === "Good morning");
      interviewee.send({ type: "chat", id: first, body: "Good morning" });
      interviewer.send({ type: "chat", id: second, body: "And to you" });
      await interviewee.next("chat", ({ message }) => message.id === second);
      interviewee.socket.terminate();
      const back = await (await connect(booked.interviewee)).next("welcome");
      expect(back.chat.map(({ id: message, senderId }) => [message, senderId])).toEqual([
        [first, booked.interviewee.user._id],
        [second, booked.interviewer.user._id],
      ]);
      interviewer.send({ type: "chat", id: first, body: "put into another's mouth" });
      expect(await interviewer.closed).toBe(roomCloseCodes.invalidMessage);
    });

    it("is replaced by the same person's next page without the other party noticing", async () => {
      const interviewer = await connect(booked.interviewer);
      const first = await connect(booked.interviewee);
      await first.next("welcome");
      const second = await connect(booked.interviewee);
      expect(await first.closed).toBe(roomCloseCodes.takenOver);
      second.send({ type: "signal", signal: hello() });
      await interviewer.next("signal");
      const room = await app.get(booked.interviewer, `/api/rooms/${roomId}`);
      expect(room.body.parties[0].isPresent).toBe(true);
    });

    it("stays open for one of two pages that the same person opens at the same moment", async () => {
      const pages = await Promise.all([1, 2, 3, 4].map(() => connect(booked.interviewee)));
      const codes: number[] = [];
      for (const { closed } of pages) void closed.then((code) => codes.push(code));
      await expect.poll(() => codes).toHaveLength(3);
      expect(new Set(codes)).toEqual(new Set([roomCloseCodes.takenOver]));
      const left = pages.find(({ socket }) => socket.readyState === socket.OPEN);
      left?.send({ type: "chat", id: randomUUID(), body: "Still here" });
      expect((await left?.next("chat"))?.message.body).toBe("Still here");
    });

    it.each([
      ["no JSON", "{", roomCloseCodes.invalidMessage],
      ["an unknown type", { type: "shout" }, roomCloseCodes.invalidMessage],
      ["an unknown field", { type: "ping", admin: true }, roomCloseCodes.invalidMessage],
      ["an empty chat", { type: "chat", id: randomUUID(), body: "  " }, roomCloseCodes.invalidMessage],
      [
        "a chat that is too long",
        { type: "chat", id: randomUUID(), body: "x".repeat(2001) },
        roomCloseCodes.invalidMessage,
      ],
      [
        "a forged signal",
        { type: "signal", signal: { ...hello(), senderId: "x" } },
        roomCloseCodes.invalidMessage,
      ],
      ["65 KB", "x".repeat(65 * 1024 + 1), 1009],
    ])("is closed by %s, and no other socket is", async (_name, message, code) => {
      const [interviewee, interviewer] = await connectBoth();
      await interviewer.next("welcome");
      interviewee.send(message);
      expect(await interviewee.closed).toBe(code);
      interviewer.send({ type: "ping" });
      await interviewer.next("pong");
    });

    it("writes no error of the server to the log when a page sends a message that is too long", async () => {
      const logged: string[] = [];
      const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });
      const second = await startSecondServer(app, { log });
      try {
        const interviewee = await connect(booked.interviewee, second);
        await interviewee.next("welcome");
        interviewee.send("x".repeat(65 * 1024));
        expect(await interviewee.closed).toBe(1009);
        expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
      } finally {
        await second.close();
      }
    });

    it("is closed by a flood of messages, and by binary data", async () => {
      const interviewee = await connect(booked.interviewee);
      await interviewee.next("welcome");
      for (let count = 0; count < 1000; count += 1) interviewee.send({ type: "ping" });
      expect(await interviewee.closed).toBe(roomCloseCodes.rateLimited);
      const again = await connect(booked.interviewee);
      again.socket.send(Buffer.from([1, 2, 3]));
      expect(await again.closed).toBe(roomCloseCodes.invalidMessage);
    });

    it("is closed by a flood from the other party, without affecting other rooms", async () => {
      const start = new Date(booked.booking.startTime);
      app.clock.set(addMinutes(start, -120));
      const elsewhere = await createBookedInterview(app, { hours: 2 });
      app.clock.set(start);
      const there = elsewhere.booking._id;
      const open = async ({ token }: SignedUpUser) =>
        connectRoomClient(app, there, await getTicket(app, there, token));
      const [interviewee, interviewer] = [
        await open(elsewhere.interviewee),
        await open(elsewhere.interviewer),
      ];
      const flooding = await connect(booked.interviewer);
      await Promise.all([flooding, interviewee, interviewer].map((line) => line.next("welcome")));
      for (let count = 0; count < 5000; count += 1) {
        flooding.send({ type: "chat", id: randomUUID(), body: "noise" });
      }
      interviewee.send({ type: "chat", id: randomUUID(), body: "Is it quiet with you?" });
      const { message } = await interviewer.next("chat");
      expect(message.body).toBe("Is it quiet with you?");
      expect(await flooding.closed).toBe(roomCloseCodes.rateLimited);
      for (const line of [interviewee, interviewer]) {
        line.send({ type: "ping" });
        await line.next("pong");
      }
    });

    it("is closed within seconds after its person signs out", async () => {
      const interviewee = await connect(booked.interviewee);
      await interviewee.next("welcome");
      await app.post(booked.interviewee, "/api/auth/signout");
      expect(await interviewee.closed).toBe(roomCloseCodes.sessionEnded);
    });

    it("tells both parties at once that the interviewer has ended the interview", async () => {
      const [interviewee, interviewer] = await connectBoth();
      await Promise.all([interviewee.next("welcome"), interviewer.next("welcome")]);
      await recordInterview(app, roomId);
      await app.post(booked.interviewer, `/api/interviewer/bookings/${roomId}/complete`);
      for (const line of [interviewee, interviewer]) {
        const { room } = await line.next("room", ({ room: seen }) => seen.status === "completed");
        expect(new Date(room.now) < new Date(room.endTime)).toBe(true);
      }
    });

    it("is closed when the interview is canceled", async () => {
      const interviewee = await connect(booked.interviewee);
      await interviewee.next("welcome");
      await app.deps.database
        .updateTable("bookings")
        .set({ status: "cancelled" })
        .where("id", "=", roomId)
        .execute();
      expect(await interviewee.closed).toBe(roomCloseCodes.roomClosed);
    });
  });

  describe("private notes", () => {
    const notes = (person: SignedUpUser, method: string, body?: unknown) =>
      app.call(method, `/api/rooms/${roomId}/notes`, { token: person.token, body });

    it("are still there on return", async () => {
      expect((await notes(booked.interviewer, "GET")).body).toEqual({ body: "" });
      expect((await notes(booked.interviewer, "PUT", { body: "Strong on metrics." })).status).toBe(204);
      expect((await notes(booked.interviewer, "PUT", { body: "Strong on metrics!" })).status).toBe(204);
      expect((await notes(booked.interviewer, "GET")).body).toEqual({ body: "Strong on metrics!" });
      expect((await notes(booked.interviewer, "PUT", { body: "x".repeat(20_001) })).status).toBe(400);
      expect((await notes(booked.interviewer, "PUT", { body: "a\0b" })).body).toMatchObject({
        details: [{ path: "body", msg: "A note has a character that cannot be used." }],
      });
    });
  });

  describe("two servers on one database", () => {
    let second: SecondServer;
    beforeEach(async () => {
      second = await startSecondServer(app);
    });
    afterEach(() => second.close());

    it("share a room: signals, chat, presence and takeover reach the other server", async () => {
      const interviewee = await connect(booked.interviewee);
      const interviewer = await connect(booked.interviewer, second);
      await interviewee.next("room", ({ room }) => room.parties.every(({ isPresent }) => isPresent));
      interviewer.send({ type: "signal", signal: hello() });
      expect((await interviewee.next("signal")).signal.kind).toBe("hello");
      interviewee.send({ type: "chat", id: randomUUID(), body: "Can you hear me?" });
      await interviewer.next("chat");
      const moved = await connect(booked.interviewee, second);
      expect(await interviewee.closed).toBe(roomCloseCodes.takenOver);
      moved.send({ type: "signal", signal: hello() });
      await interviewer.next("signal");
    });

    it("make their pages reconnect when the connection between the servers was lost", async () => {
      const interviewee = await connect(booked.interviewee);
      await interviewee.next("welcome");
      await app.deps.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'greenroom notifications'",
      );
      expect(await interviewee.closed).toBe(1012);
      const back = await connect(booked.interviewee);
      await back.next("welcome");
      back.send({ type: "chat", id: randomUUID(), body: "Back" });
      await back.next("chat");
    });
  });
});

describe("chat", () => {
  useOpenRoom();

  const stored = () => app.deps.database.selectFrom("roomMessages").select(["id", "body"]).execute();

  async function store(bodies: readonly string[]): Promise<void> {
    const rows = bodies.map((body) => ({
      id: randomUUID(),
      bookingId: roomId,
      senderId: booked.interviewer.user._id,
      body,
      sentAt: app.clock.now(),
    }));
    for (let first = 0; first < rows.length; first += 500) {
      await app.deps.database
        .insertInto("roomMessages")
        .values(rows.slice(first, first + 500))
        .execute();
    }
  }

  describe("the chat of an interview", () => {
    it.each([
      ["messages", () => Array.from({ length: maxChatMessages - 1 }, () => "x")],
      ["text", () => Array.from({ length: maxChatBytes / 2_000 }, () => "x".repeat(2_000 - 1))],
    ])("has a limit of %s, says so, and keeps the connection", async (_name, bodies) => {
      await store(bodies());
      const page = await connect(booked.interviewer);
      const [last, refused] = [randomUUID(), randomUUID()];
      page.send({ type: "chat", id: last, body: "Fits" });
      await page.next("chat", ({ message }) => message.id === last);
      page.send({ type: "chat", id: refused, body: "y".repeat(2_000) });
      expect(await page.next("chat-refused")).toEqual({
        type: "chat-refused",
        id: refused,
        reason: "You have used up your messages in this interview's chat, so this one was not sent.",
      });
      expect((await stored()).some(({ id: message }) => message === refused)).toBe(false);
      // The other person can still write.
      const other = await connect(booked.interviewee);
      const answer = randomUUID();
      other.send({ type: "chat", id: answer, body: "I can still write" });
      await other.next("chat", ({ message }) => message.id === answer);
      // A message that was stored before counts once, also when the chat is full.
      page.send({ type: "chat", id: last, body: "Fits" });
      await page.next("chat", ({ message }) => message.id === last);
    });

    it("arrives with its newest part only when it is long", async () => {
      await store(Array.from({ length: 120 }, (_, index) => `${index} ${"क".repeat(1_900)}`));
      const { chat, hasEarlierChat } = await (await connect(booked.interviewee)).next("welcome");
      expect(Buffer.byteLength(chat.map(({ body }) => body).join(""))).toBeLessThanOrEqual(
        maxWelcomeChatBytes,
      );
      expect(chat.at(-1)?.body.startsWith("119 ")).toBe(true);
      expect(chat.length).toBeGreaterThan(10);
      expect(hasEarlierChat).toBe(true);
    });

    it("arrives whole when it is short", async () => {
      await store(["Hello", "Good evening"]);
      const welcome = await (await connect(booked.interviewee)).next("welcome");
      expect(welcome.chat.map(({ body }) => body)).toEqual(["Hello", "Good evening"]);
      expect(welcome.hasEarlierChat).toBe(false);
    });
  });
});
