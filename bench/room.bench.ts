import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import * as Y from "yjs";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { type SeededRoom, seedRooms } from "./seed.ts";
import { openFilledServer } from "./server.ts";

/* Measures how long a keystroke takes to the other socket, in rooms with two people who type, with the server, its
   database and the load on one machine. `npm run bench -- room`; `--seconds 5` is a quick run. */

const rooms = 200;
/** Per person; both cursors move as often. */
const keystrokesPerSecond = 2;
const warmUpSeconds = 5;
const joinBatchSize = 20;
const { seconds } = describeCommand(
  "bench -- room",
  "Measures how soon a keystroke reaches the other person.",
)
  .option("--seconds <number>", "of typing", readWholeNumber, 20)
  .parse()
  .opts<{ seconds: number }>();

interface Measurements {
  sent: number;
  /** Milliseconds from one socket to the other. */
  latencies: number[];
}

/** One participant of one room, who types. */
class Typist {
  readonly #socket: WebSocket;
  readonly #doc = new Y.Doc();
  readonly #sentAt: Map<string, number>;
  readonly #measurements: Measurements;

  private constructor(socket: WebSocket, sentAt: Map<string, number>, figures: Measurements) {
    this.#socket = socket;
    this.#sentAt = sentAt;
    this.#measurements = figures;
    socket.on("message", (data) => this.#receive(String(data)));
    this.#doc.on("update", (update: Uint8Array) => {
      const encoded = Buffer.from(update).toString("base64");
      sentAt.set(encoded, performance.now());
      figures.sent += 1;
      this.#send({ type: "code", update: encoded, more: false });
    });
  }

  static async join(
    { bookingId }: SeededRoom,
    { token }: SeededRoom["people"][number],
    sentAt: Map<string, number>,
    figures: Measurements,
  ): Promise<Typist> {
    const { port } = server;
    const origin = `http://localhost:${port}`;
    const response = await fetch(`http://127.0.0.1:${port}/api/rooms/${bookingId}/ticket`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status !== 201) throw new Error(`no ticket: ${response.status} ${await response.text()}`);
    const { ticket } = (await response.json()) as { ticket: string };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/rooms/${bookingId}/socket?ticket=${ticket}`, {
      origin,
      perMessageDeflate: false,
    });
    const typist = new Typist(socket, sentAt, figures);
    await typist.#waitFor("welcome", () => undefined);
    await typist.#waitFor("code-sync", () => typist.#send({ type: "code-sync", vector: "AA==" }));
    return typist;
  }

  typeCharacter(): void {
    const text = this.#doc.getText("code");
    text.insert(text.length, text.length % 40 === 39 ? "\n" : "x");
    const at = Y.createRelativePositionFromTypeIndex(text, text.length);
    this.#send({ type: "cursor", client: this.#doc.clientID, cursor: { anchor: at, head: at } });
  }

  close(): void {
    this.#socket.close(1000);
  }

  async #waitFor(type: string, ask: () => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const onMessage = (data: unknown) => {
        if (!String(data).startsWith(`{"type":"${type}"`)) return;
        this.#socket.off("message", onMessage);
        resolve();
      };
      this.#socket.on("message", onMessage);
      this.#socket.once("error", reject);
      this.#socket.once("close", (code) => reject(new Error(`closed with ${code} before ${type}`)));
      ask();
    });
  }

  #receive(text: string): void {
    if (!text.startsWith('{"type":"code",')) return;
    const { update } = JSON.parse(text) as { update: string };
    const sentAt = this.#sentAt.get(update);
    if (sentAt === undefined) return;
    this.#sentAt.delete(update);
    this.#measurements.latencies.push(performance.now() - sentAt);
  }

  #send(message: unknown): void {
    if (this.#socket.readyState !== WebSocket.OPEN) throw new Error("a socket was closed under the load");
    this.#socket.send(JSON.stringify(message));
  }
}

async function joinAll(seeded: SeededRoom[], figures: Measurements): Promise<Typist[]> {
  const typists: Typist[] = [];
  for (let at = 0; at < seeded.length; at += joinBatchSize) {
    const group = seeded.slice(at, at + joinBatchSize).map(async (room) => {
      const sentAt = new Map<string, number>();
      for (const person of room.people) typists.push(await Typist.join(room, person, sentAt, figures));
    });
    await Promise.all(group);
  }
  return typists;
}

/** Everybody types in turn, evenly over each interval, until the time is up. */
async function typeInTurn(typists: Typist[], forSeconds: number): Promise<void> {
  const perSecond = typists.length * keystrokesPerSecond;
  const startedAt = performance.now();
  for (let stroke = 0; stroke < perSecond * forSeconds; stroke += 1) {
    const dueAt = startedAt + (stroke / perSecond) * 1000;
    const wait = dueAt - performance.now();
    if (wait > 1) await sleep(wait);
    typists[stroke % typists.length]?.typeCharacter();
  }
}

function report({ sent, latencies }: Measurements): void {
  const sorted = latencies.sort((a, b) => a - b);
  const percentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  print(
    `${rooms} rooms, ${2 * rooms} sockets, ${(sent / seconds).toFixed(0)} edits/s and as many cursor moves: ` +
      `edit to the other side median ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, longest ${percentile(0.99999)} ms`,
  );
  print(`${sent} edits sent, ${sorted.length} arrived, ${sent - sorted.length} did not`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const server = await openFilledServer((pool) => seedRooms(pool, rooms), { fsync: "on" });
try {
  const figures: Measurements = { sent: 0, latencies: [] };
  const typists = await joinAll(server.filled, figures);
  await typeInTurn(typists, warmUpSeconds);
  await sleep(1000);
  figures.sent = 0;
  figures.latencies = [];
  await typeInTurn(typists, seconds);
  await sleep(1000);
  report(figures);
  for (const typist of typists) typist.close();
} finally {
  await server.close();
}
