import { roomCloseCodes } from "@greenroom/contract/room/room-messages.ts";
import { describe, expect, it } from "vitest";
import type { SignedUpUser } from "../../testing/app.ts";
import { app, booked, join, useOpenRoom } from "../../testing/rooms/open-room-setup.ts";
import type { RoomClient } from "../../testing/rooms/room-client.ts";
import { startSecondServer } from "../../testing/servers/second-server.ts";

useOpenRoom();

async function readRuns(line: RoomClient): Promise<void> {
  line.send({ type: "running", running: null });
  // Answered in the order of arrival; a ping would be answered at once.
  line.send({ type: "code-sync", vector: "AAAA" });
  await line.next("code-sync");
}
/** Joins with a page that says, and so is told, which runs are in progress. */
async function joinAsReader(person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> {
  const line = await join(person, at);
  await readRuns(line);
  return line;
}
const starting = (language: string) => ({ type: "running", running: { language, phase: "starting" } });

describe("a run in progress", () => {
  it.each(["python", "sql", "javascript"])(
    "of %s is told to the other page, until it ends",
    async (language) => {
      const [interviewee, interviewer] = [
        await join(booked.interviewee),
        await joinAsReader(booked.interviewer),
      ];
      const senderId = booked.interviewee.user._id;
      interviewee.send(starting(language));
      expect(await interviewer.next("running")).toMatchObject({
        senderId,
        running: { language, phase: "starting" },
      });
      interviewee.send({ type: "running", running: { language, phase: "running" } });
      expect(await interviewer.next("running")).toMatchObject({ senderId, running: { phase: "running" } });
      interviewee.send({ type: "running", running: null });
      expect(await interviewer.next("running")).toMatchObject({ senderId, running: null });
    },
  );

  it.each(["closes", "loses its connection"])("is over when its page %s", async (how) => {
    const [interviewee, interviewer] = [
      await join(booked.interviewee),
      await joinAsReader(booked.interviewer),
    ];
    interviewee.send(starting("python"));
    await interviewer.next("running");
    if (how === "closes") interviewee.socket.close(1000);
    else interviewee.socket.terminate();
    expect(await interviewer.next("running")).toMatchObject({ running: null });
  });

  it("reaches a page on another server", async () => {
    const second = await startSecondServer(app);
    const [interviewee, interviewer] = [
      await join(booked.interviewee),
      await joinAsReader(booked.interviewer, second),
    ];
    interviewee.send(starting("python"));
    expect(await interviewer.next("running")).toMatchObject({ running: { language: "python" } });
    await second.close();
  });

  it.each([
    ["an unknown language", { language: "cobol", phase: "running" }],
    ["an unknown phase", { language: "sql", phase: "done" }],
    ["an unknown field", { language: "sql", phase: "running", text: "x" }],
  ])("with %s closes its own socket only", async (_name, running) => {
    const [interviewee, interviewer] = [
      await join(booked.interviewee),
      await joinAsReader(booked.interviewer),
    ];
    interviewee.send({ type: "running", running });
    expect(await interviewee.closed).toBe(roomCloseCodes.invalidMessage);
    interviewer.send({ type: "ping" });
    await interviewer.next("pong");
  });
});
