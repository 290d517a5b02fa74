import { afterAll, beforeAll, beforeEach } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../app.ts";
import { openPadClient, type PadClient } from "./pad-client.ts";
import { connectRoomClient, getTicket, type RoomClient } from "./room-client.ts";

/** The app of a file's tests, the interview of the current test, and the id of its booking, which is its room's. */
export let app: TestApp;
export let booked: BookedInterview;
export let roomId: string;

/** Gives a file one app, and each of its tests a new interview that starts at that moment. */
export function useOpenRoom(options?: Parameters<typeof createTestApp>[0]): void {
  beforeAll(async () => {
    app = await createTestApp(options);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(testNow);
    booked = await createBookedInterview(app);
    roomId = booked.booking._id;
    app.clock.set(new Date(booked.booking.startTime));
  });
}

export const ticketOf = ({ token }: SignedUpUser): Promise<string> => getTicket(app, roomId, token);

/** Connects a person to the room, at the app's server or another one. The first message is unread. */
export const connect = async (person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> =>
  connectRoomClient(at, roomId, await ticketOf(person));

/** Connects a person to the room, and resolves when the server has sent the room's state. */
export async function join(person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> {
  const line = await connect(person, at);
  await line.next("welcome");
  return line;
}

export interface PadPage {
  line: RoomClient;
  pad: PadClient;
}

/** Joins, and loads the code pad. */
export async function joinPad(person: SignedUpUser, at: { url: string } = app): Promise<PadPage> {
  const line = await join(person, at);
  const pad = openPadClient(line);
  await pad.sync();
  return { line, pad };
}
