import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { roomCloseCodes } from "@greenroom/contract/room/room-messages.ts";
import { describe, expect, it } from "vitest";
import { recordInterview } from "../../schedule/bookings/bookings.testing.ts";
import type { SignedUpUser } from "../../testing/app.ts";
import { app, booked, connect, roomId, ticketOf, useOpenRoom } from "../../testing/rooms/open-room-setup.ts";
import { connectRoomClient, type RoomClient } from "../../testing/rooms/room-client.ts";

useOpenRoom();

describe("the lobby", () => {
  const look = async (person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> => {
    const line = await connectRoomClient(at, roomId, await ticketOf(person), { isLobby: true });
    const { room, chat } = await line.next("welcome");
    expect([room.parties.map(({ isPresent }) => isPresent), chat]).toEqual([[false, false], []]);
    return line;
  };

  it("shows at once who enters and leaves and that it ended, without joining the room", async () => {
    const interviewee = await look(booked.interviewee);
    const interviewer = await connect(booked.interviewer);
    await interviewee.next("welcome", ({ room }) => room.parties[1]?.isPresent === true);
    interviewer.send({ type: "chat", id: randomUUID(), body: "Only said inside" });
    await interviewer.next("chat");
    const visits = await app.deps.database
      .selectFrom("roomVisits")
      .select("userId")
      .where("bookingId", "=", roomId)
      .execute();
    expect(visits).toEqual([{ userId: booked.interviewer.user._id }]);
    await recordInterview(app, roomId);
    await app.call("POST", `/api/interviewer/bookings/${roomId}/complete`, {
      token: booked.interviewer.token,
    });
    const ended = await interviewee.next("welcome", ({ room }) => room.status === "completed");
    expect(ended.chat).toEqual([]);
    interviewer.socket.close(1000);
    await interviewee.next("welcome", ({ room }) => room.parties[1]?.isPresent === false);
  });

  it("allows six sockets a person: the newest replaces the oldest, and other people keep theirs", async () => {
    const other = await look(booked.interviewer);
    const lines: RoomClient[] = [];
    for (let count = 0; count < 8; count += 1) lines.push(await look(booked.interviewee));
    expect(await lines[0]?.closed).toBe(roomCloseCodes.takenOver);
    expect(await lines[1]?.closed).toBe(roomCloseCodes.takenOver);
    for (const line of [...lines.slice(2), other]) {
      line.send({ type: "ping" });
      await line.next("pong");
    }
    lines[7]?.socket.close(1000);
    await lines[7]?.closed;
    await look(booked.interviewee);
    lines[2]?.send({ type: "ping" });
    await lines[2]?.next("pong");
  });

  it("accepts only pings: anything else closes the socket", async () => {
    const [interviewee, interviewer] = [await look(booked.interviewee), await connect(booked.interviewer)];
    interviewee.send({ type: "ping" });
    await interviewee.next("pong");
    interviewee.send({ type: "chat", id: randomUUID(), body: "Let me in" });
    expect(await interviewee.closed).toBe(roomCloseCodes.invalidMessage);
    expect((await interviewer.next("welcome")).chat).toEqual([]);
    const stored = app.deps.database.selectFrom("roomMessages").select("id").where("bookingId", "=", roomId);
    expect(await stored.execute()).toEqual([]);
  });

  it("is closed when the interview is canceled", async () => {
    app.clock.set(addMinutes(new Date(booked.booking.startTime), -5));
    const interviewee = await look(booked.interviewee);
    await app.call("POST", `/api/interviewer/bookings/${roomId}/cancel`, { token: booked.interviewer.token });
    expect(await interviewee.closed).toBe(roomCloseCodes.roomClosed);
  });
});
