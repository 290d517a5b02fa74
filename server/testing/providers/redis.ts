import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { freePort } from "../processes.ts";

interface Store {
  /** Numbers with the time at which they expire, in milliseconds. */
  counts: Map<string, { count: number; expiresAt: number }>;
  channels: Map<string, Set<Socket>>;
  published: string[];
}

export type LocalRedis = Awaited<ReturnType<typeof startLocalRedis>>;

/**
 * Redis on loopback, as far as the product uses it: publish and subscribe, and counters that expire. It speaks RESP 2
 * (redis.io/docs/latest/develop/reference/protocol-spec). Refuses every other command with an error, as Redis does.
 */
export async function startLocalRedis() {
  const store: Store = { counts: new Map(), channels: new Map(), published: [] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined); // The client disconnected.
    socket.on("close", () => {
      sockets.delete(socket);
      for (const subscribers of store.channels.values()) subscribers.delete(socket);
    });
    let given = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      given = Buffer.concat([given, bytes]);
      for (let read = readCommand(given); read !== null; read = readCommand(given)) {
        given = given.subarray(read.length);
        socket.write(answer(store, socket, read.words));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    settings: { GREENROOM_REDIS_URL: `redis://127.0.0.1:${port}` },
    published: store.published,
    keys: () => [...store.counts.keys()],
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** One command, an array of strings in RESP; null while it is incomplete. */
function readCommand(given: Buffer): { words: string[]; length: number } | null {
  let at = 0;
  const readNumber = (mark: string): number | null => {
    const end = given.indexOf("\r\n", at);
    if (end < 0) return null;
    const line = given.toString("utf8", at, end);
    if (!line.startsWith(mark)) throw new Error(`not RESP: ${line}`);
    at = end + 2;
    return Number(line.slice(1));
  };
  const count = readNumber("*");
  if (count === null) return null;
  const words: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const size = readNumber("$");
    if (size === null || given.length < at + size + 2) return null;
    words.push(given.toString("utf8", at, at + size));
    at += size + 2;
  }
  return { words, length: at };
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

function answer(store: Store, socket: Socket, [name = "", ...words]: string[]): string {
  const [first = "", second = ""] = words;
  switch (name.toUpperCase()) {
    case "PING": {
      const isSubscribed = [...store.channels.values()].some((subscribers) => subscribers.has(socket));
      return isSubscribed ? `*2\r\n${bulk("pong")}${bulk("")}` : "+PONG\r\n";
    }
    case "CLIENT":
    case "SELECT":
      return "+OK\r\n";
    case "SUBSCRIBE":
      return words.map((channel, index) => subscribe(store, socket, channel, index + 1)).join("");
    case "PUBLISH":
      return publish(store, first, second);
    case "EVAL":
      return countAttempt(store, words);
    case "DEL":
      return `:${words.filter((key) => store.counts.delete(key)).length}\r\n`;
    default:
      return `-ERR unknown command '${name}'\r\n`;
  }
}

function subscribe({ channels }: Store, socket: Socket, channel: string, count: number): string {
  channels.set(channel, (channels.get(channel) ?? new Set()).add(socket));
  return `*3\r\n${bulk("subscribe")}${bulk(channel)}:${count}\r\n`;
}

function publish({ channels, published }: Store, channel: string, payload: string): string {
  published.push(payload);
  const subscribers = channels.get(channel) ?? new Set();
  for (const socket of subscribers) socket.write(`*3\r\n${bulk("message")}${bulk(channel)}${bulk(payload)}`);
  return `:${subscribers.size}\r\n`;
}

/** The limiter's own script: adds to a counter that expires, and returns the count and the time until it expires. */
function countAttempt({ counts }: Store, [script = "", , key = "", points, seconds]: string[]): string {
  if (!/'set'.+'EX'.+'NX'.+'incrby'.+'pttl'/s.test(script)) return "-ERR this script is not known here\r\n";
  const now = Date.now();
  const known = counts.get(key);
  const live =
    known !== undefined && known.expiresAt > now
      ? known
      : { count: 0, expiresAt: now + 1000 * Number(seconds) };
  live.count += Number(points);
  counts.set(key, live);
  return `*2\r\n:${live.count}\r\n:${live.expiresAt - now}\r\n`;
}

const programs = ["valkey-server", "redis-server"];

/** The program of Redis or Valkey that is installed on this machine; null if there is none. */
export function findRedisProgram(): string | null {
  return programs.find((program) => spawnSync(program, ["--version"]).status === 0) ?? null;
}

export async function startRealRedis(program: string, wantedPort?: number) {
  const port = wantedPort ?? (await freePort());
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(program, args, { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on("error", () => undefined); // It does not listen yet.
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    if (client.isOpen) client.destroy();
    if (isUp) {
      return {
        url,
        child,
        async close() {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, "exit");
          child.kill("SIGKILL");
          await ended;
        },
      };
    }
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`${program} did not start on port ${port}`);
}

/**
 * For tests of a port that Redis can implement: the name of each implementation, with a function that starts what it
 * needs and returns its address, null for PostgreSQL. Includes a Redis or Valkey that is installed on this machine.
 */
export function openRedisChoices(
  closing: (() => Promise<unknown>)[],
): [name: string, openUrl: () => Promise<string | null>][] {
  const openLocal = async () => {
    const local = await startLocalRedis();
    closing.push(() => local.close());
    return local.settings.GREENROOM_REDIS_URL;
  };
  const program = findRedisProgram();
  const openReal = async () => {
    const real = await startRealRedis(program as string);
    closing.push(() => real.close());
    return real.url;
  };
  return [
    ["PostgreSQL", async () => null],
    ["the local Redis", openLocal],
    ...(program === null ? [] : [[program, openReal] as [string, () => Promise<string | null>]]),
  ];
}
