import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { call, type People, type Person } from "./people-and-load.ts";
import type { TestBed } from "./test-bed.ts";

const writeMilliseconds = 250;
const body = "A message";
const slotMilliseconds = 15 * 60_000;

interface RoomOptions {
  testBed: TestBed;
  people: People;
  /** Returns the address of the server for the next call. */
  base(): string;
}

/** Books an interview for each pair, and moves the clock to the start of all of them. Returns their bookings. */
export async function bookRooms({ testBed, people, base }: RoomOptions): Promise<string[]> {
  const now = testBed.clock.now().getTime();
  const startsAt = (Math.floor(now / slotMilliseconds) + 2) * slotMilliseconds;
  const startTime = new Date(startsAt).toISOString();
  const bookings: string[] = [];
  for (const [index, { token }] of people.interviewees.entries()) {
    const interviewer = people.interviewers[index] as Person;
    const slot = { slotTime: startTime };
    await expectCreated(base(), "/api/interviewer/availability", interviewer.token, slot);
    const wanted = { startTime, interviewerId: interviewer.id };
    bookings.push((await expectCreated(base(), "/api/user/bookings", token, wanted))._id);
  }
  await testBed.clock.advance((startsAt - now) / 60_000);
  return bookings;
}

async function expectCreated(base: string, path: string, token: string, body: object) {
  const answer = await call(base, "POST", path, { token, body });
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** One person in a room, who writes chat messages and reconnects as a page does when the socket closes. */
export class Talker {
  readonly #person: Person;
  readonly #bookingId: string;
  readonly #base: () => string;
  /** Messages that the server has not sent back yet. A page would send them again. */
  readonly #unanswered = new Set<string>();
  /** Ids of this person's messages that came back. */
  readonly acknowledged = new Set<string>();
  /** Ids of all messages that this person has seen. */
  readonly seen = new Set<string>();
  reconnects = 0;
  #isOver = false;
  #isQuiet = false;

  constructor(person: Person, bookingId: string, base: () => string) {
    this.#person = person;
    this.#bookingId = bookingId;
    this.#base = base;
  }

  /** Writes and reads until `stop`. Resolves when the socket is closed. */
  async talk(): Promise<void> {
    while (!this.#isOver) {
      await this.#visit();
      this.reconnects += 1;
      await sleep(200);
    }
  }

  /** Stops writing, and continues to read. */
  stopWriting(): void {
    this.#isQuiet = true;
  }

  stop(): void {
    this.#isOver = true;
  }

  async #visit(): Promise<void> {
    const base = this.#base();
    const path = `/api/rooms/${this.#bookingId}`;
    const { token } = this.#person;
    const { status, body: given } = await call(base, "POST", `${path}/ticket`, { token });
    if (status !== 201) return;
    const socket = new WebSocket(`${base.replace("http", "ws")}${path}/socket?ticket=${given.ticket}`, {
      origin: base,
    });
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => undefined); // The server was killed.
    let isIn = false;
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      if (message.type === "welcome") {
        isIn = true;
        for (const { id } of message.chat) this.#see(id);
        for (const id of this.#unanswered) send(socket, { type: "chat", id, body });
      } else if (message.type === "chat") this.#see(message.message.id);
    });
    const writing = setInterval(() => {
      if (this.#isOver) return socket.close(1000);
      if (!isIn || this.#isQuiet || socket.readyState !== WebSocket.OPEN) return;
      const id = randomUUID();
      this.#unanswered.add(id);
      send(socket, { type: "chat", id, body });
    }, writeMilliseconds);
    await closed;
    clearInterval(writing);
  }

  #see(id: string): void {
    this.seen.add(id);
    if (this.#unanswered.delete(id)) this.acknowledged.add(id);
  }
}

function send(socket: WebSocket, message: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Finds messages that came back to their author but were not stored or did not reach the other person. */
export async function findLostMessages(
  { pool }: TestBed,
  pairs: readonly (readonly [Talker, Talker])[],
): Promise<string[]> {
  const talkers = pairs.flat();
  const acknowledged = talkers.flatMap((talker) => [...talker.acknowledged]);
  const { rows } = await pool.query<{ id: string }>(
    `select wanted.id from unnest($1::uuid[]) wanted (id)
     where not exists (select from room_messages message where message.id = wanted.id)`,
    [acknowledged],
  );
  const unseen = pairs.flatMap(([one, other]) => [
    ...[...one.acknowledged].filter((id) => !other.seen.has(id)),
    ...[...other.acknowledged].filter((id) => !one.seen.has(id)),
  ]);
  return [
    ...(rows.length > 0 ? [`${rows.length} chat messages came back and are not stored: ${rows[0]?.id}`] : []),
    ...(unseen.length > 0
      ? [`${unseen.length} chat messages never reached the other person: ${unseen[0]}`]
      : []),
  ];
}
