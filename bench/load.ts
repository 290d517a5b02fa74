import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Seed } from "./seed.ts";

export interface LoadResult {
  /** The number of responses by HTTP status. */
  statuses: Map<number, number>;
  perSecond: number;
}

interface LoadOptions {
  port: number;
  connections: number;
  /** Limits: the first one reached ends the run. */
  requests: number;
  seconds: number;
  /** The bytes of request number `index`. */
  request(index: number): string;
}

/**
 * One keep-alive connection that sends one request at a time. It uses bare sockets because the load shares
 * two cores with the server and the database: a heavier client would measure itself.
 */
class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #length = 0;
  #expectedLength = -1;
  #status = 0;
  #pending: { resolve(status: number): void; reject(error: Error): void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#onData(chunk));
    socket.on("error", (error) => this.#pending?.reject(error));
    socket.on("close", () => this.#pending?.reject(new Error("the server closed the connection")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new Connection(socket));
      });
    });
  }

  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#pending = null;
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#expectedLength < 0 && !this.#readHead()) return;
    if (this.#length < this.#expectedLength) return;
    const settle = this.#pending;
    [this.#chunks, this.#length, this.#expectedLength, this.#pending] = [[], 0, -1, null];
    settle?.resolve(this.#status);
  }

  #readHead(): boolean {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const end = all.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const head = all.subarray(0, end).toString("latin1");
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`a response without Content-Length:\n${head}`);
    this.#expectedLength = end + 4 + Number(length);
    return true;
  }
}

export function httpRequest(
  method: string,
  path: string,
  { token, body }: { token: string; body?: unknown },
): string {
  const json = body === undefined ? "" : JSON.stringify(body);
  const length =
    body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${json.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${length}\r\n${json}`;
}

/**
 * Sends requests over `connections` at once; each connection sends its next one as soon as it has its
 * response.
 */
export async function measure({
  port,
  connections,
  requests,
  seconds,
  request,
}: LoadOptions): Promise<LoadResult> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const statuses = new Map<number, number>();
  const start = performance.now();
  const deadline = start + seconds * 1000;
  let next = 0;
  await Promise.all(
    open.map(async (connection) => {
      while (next < requests && performance.now() < deadline) {
        const status = await connection.send(request(next++));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  const elapsedSeconds = (performance.now() - start) / 1000;
  for (const connection of open) connection.close();
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return { statuses, perSecond: answered / elapsedSeconds };
}

export function listRequest({ interviewees }: Seed, index: number): string {
  return httpRequest("GET", "/api/user/slots", interviewees[index % interviewees.length] ?? { token: "" });
}

/** The request of booking number `index`. */
export function bookingRequest({ bookingAt }: Seed) {
  return (index: number) => {
    const { token, startTime, interviewerId } = bookingAt(index);
    return httpRequest("POST", "/api/user/bookings", { token, body: { startTime, interviewerId } });
  };
}

/** Waits until every booking has its meeting and no confirmation is waiting or being sent. */
export async function waitUntilAnnounced(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ isDone: boolean }>(
      // Looks for the meetings last, because that query is expensive, and its cost must not slow down the server.
      `select case
         when exists (select from bookings where announced_at is null) then false
         when exists (select from pgboss.job where name = 'bookings.mail-confirmation' and state < 'completed') then false
         else not exists (select from bookings where not exists (
           select from meetings where booking_id = bookings.id and join_url is not null)) end as "isDone"`,
    );
    if (rows[0]?.isDone) return;
    await sleep(500);
  }
}

interface PlainRun {
  connectionString: string;
  clients: number;
  seconds: number;
  seeded: Seed;
  /** The number of the next booking, as of `bookingRequest`. */
  next: () => number;
}

/** The transaction of a booking as the server runs it, for one booking. */
const text = `select outcome from book_slots(
  array[$1]::uuid[], array[$2]::uuid[], array[$3]::timestamptz[], array[$4]::uuid[], array[null]::text[], 'Interview booked',
  array[now()]::timestamptz[])`;

/** Books with one `pg` connection for each client and without a server. Returns the bookings per second. */
export async function bookWithoutServer({
  connectionString,
  clients,
  seconds,
  seeded,
  next,
}: PlainRun): Promise<number> {
  const open = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return client;
    }),
  );
  let booked = 0;
  const start = performance.now();
  try {
    await Promise.all(
      open.map(async (client) => {
        while (performance.now() - start < seconds * 1000) {
          const { intervieweeId, interviewerId, startTime } = seeded.bookingAt(next());
          const values = [intervieweeId, interviewerId, startTime, randomUUID()];
          const { rows } = await client.query<{ outcome: string }>({ name: "book", text, values });
          if (rows[0]?.outcome !== "booked") throw new Error(`a plain booking was ${rows[0]?.outcome}`);
          booked += 1;
        }
      }),
    );
    return booked / ((performance.now() - start) / 1000);
  } finally {
    await Promise.all(open.map((client) => client.end()));
  }
}
