import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { app, booked, connect, roomId, useOpenRoom } from "../../testing/rooms/open-room-setup.ts";
import { maxChatBytes, maxChatMessages, maxWelcomeChatBytes } from "../rules.ts";

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
    expect(Buffer.byteLength(chat.map(({ body }) => body).join(""))).toBeLessThanOrEqual(maxWelcomeChatBytes);
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
