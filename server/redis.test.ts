import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  recordInterview,
} from "./schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "./testing/app.ts";
import { type FaultProxy, startFaultProxy } from "./testing/providers/fault-proxy.ts";
import { type LocalRedis, startLocalRedis } from "./testing/providers/redis.ts";
import { openPadClient } from "./testing/rooms/pad-client.ts";
import { connectRoomClient, getTicket } from "./testing/rooms/room-client.ts";
import { type SecondServer, startSecondServer } from "./testing/servers/second-server.ts";

/* Two servers that share their rooms and limits through Redis, also while it is unavailable. */

let redis: LocalRedis;
let proxy: FaultProxy;
let app: TestApp;
let second: SecondServer;
let booked: BookedInterview;
let id: string;
beforeEach(async () => {
  redis = await startLocalRedis();
  proxy = await startFaultProxy({ to: `127.0.0.1:${redis.port}`, protocol: "redis" });
  app = await createTestApp({
    environment: { GREENROOM_REDIS_URL: `redis://${proxy.host}`, GREENROOM_RATE_LIMIT_FACTOR: "1" },
  });
  second = await startSecondServer(app);
  booked = await createBookedInterview(app);
  id = booked.booking._id;
  app.clock.set(new Date(booked.booking.startTime));
});
afterEach(async () => {
  await second.close();
  await app.close();
  await proxy.close();
  await redis.close();
});

const join = async (person: SignedUpUser, at: { url: string }) =>
  await connectRoomClient(at, id, await getTicket(app, id, person.token));

/** The interviewee on the first server and the interviewer on the second, both in the room. */
async function joinBoth() {
  const [interviewee, interviewer] = [
    await join(booked.interviewee, app),
    await join(booked.interviewer, second),
  ];
  await interviewee.next("room", ({ room }) => room.parties.every(({ isPresent }) => isPresent));
  await interviewer.next("welcome");
  return { interviewee, interviewer };
}

it("carries chat, code and the events of transactions between the servers", async () => {
  const { interviewee, interviewer } = await joinBoth();
  interviewee.send({ type: "chat", id: randomUUID(), body: "Through Redis" });
  expect((await interviewer.next("chat")).message.body).toBe("Through Redis");
  const [typing, reading] = [openPadClient(interviewee), openPadClient(interviewer)];
  await typing.sync();
  await reading.sync();
  typing.type((text) => text.insert(0, "def"));
  expect(await reading.receive()).toBe("def");
  expect(redis.published.filter((payload) => payload.includes('"kind":"chat"'))).toHaveLength(1);
  expect(redis.published.filter((payload) => payload.includes('"kind":"code"'))).toHaveLength(1);
  await recordInterview(app, id);
  await app.call("POST", `/api/interviewer/bookings/${id}/complete`, { token: booked.interviewer.token });
  for (const line of [interviewee, interviewer])
    await line.next("room", ({ room }) => room.status === "completed");
});

it("loses nothing while Redis is unavailable, and makes the pages catch up when it is back", async () => {
  const { interviewee, interviewer } = await joinBoth();
  await proxy.fail("refused");
  interviewee.send({ type: "chat", id: randomUUID(), body: "Through PostgreSQL" });
  expect((await interviewer.next("chat")).message.body).toBe("Through PostgreSQL");
  const [typing, reading] = [openPadClient(interviewee), openPadClient(interviewer)];
  await typing.sync();
  await reading.sync();
  typing.type((text) => text.insert(0, "kept"));
  expect(await reading.receive()).toBe("kept");
  await proxy.fail(null);
  expect(await Promise.all([interviewee.closed, interviewer.closed])).toEqual([1012, 1012]);
  const back = openPadClient(await join(booked.interviewer, second));
  await back.sync();
  expect(back.text.toString()).toBe("kept");
});

it("counts limits for both servers in Redis, and in PostgreSQL while it is unavailable", async () => {
  const send = async (count: number, at: string) => {
    const body = JSON.stringify({ name: "A", email: `a${count}@test.example`, message: "Hello" });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${at}/api/contact`, { method: "POST", headers, body })).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push(await send(count, count % 2 === 0 ? app.url : second.url));
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  expect(redis.keys().some((key) => key.startsWith("greenroom:limit:contact-by-address:"))).toBe(true);
  await proxy.fail("refused");
  const during: number[] = [];
  for (let count = 11; count < 22; count += 1) during.push(await send(count, app.url));
  expect(during).toEqual([...Array(10).fill(200), 429]);
});
