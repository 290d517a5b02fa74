import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { maxPadChunkCharacters, padTextName } from "@greenroom/contract/room/code-pad.ts";
import type { RoomServerMessage } from "@greenroom/contract/room/room.ts";
import type { BoardElement } from "@greenroom/contract/room/whiteboard.ts";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { WebSocket } from "ws";
import * as Y from "yjs";
import { openQuestionBank } from "../room/questions/question-bank.ts";
import { type BookedInterview, createBookedInterview } from "../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow, useTestApp } from "./app.ts";

/* One page's socket and the messages that it received. */

interface ApiCaller {
  url: string;
  call(
    method: string,
    path: string,
    options?: { token?: string },
    // biome-ignore lint/suspicious/noExplicitAny: tests read any response and assert its shape
  ): Promise<{ status: number; body: any }>;
}

type MessageOf<Type extends RoomServerMessage["type"]> = Extract<RoomServerMessage, { type: Type }>;

export interface RoomClient {
  socket: WebSocket;
  /** Resolves with the first message of this type that matches, including earlier messages. */
  next<Type extends RoomServerMessage["type"]>(
    type: Type,
    fits?: (message: MessageOf<Type>) => boolean,
  ): Promise<MessageOf<Type>>;
  send(message: unknown): void;
  /** Resolves with the close code. */
  closed: Promise<number>;
}

export async function getTicket(app: ApiCaller, bookingId: string, token: string): Promise<string> {
  const answer = await app.call("POST", `/api/rooms/${bookingId}/ticket`, { token });
  if (answer.status !== 201) throw new Error(`ticket: ${JSON.stringify(answer.body)}`);
  return answer.body.ticket;
}

/** Opens a socket with a ticket; throws with the status if it is refused. */
export async function connectRoomClient(
  { url }: Pick<ApiCaller, "url">,
  bookingId: string,
  ticket: string,
  { origin = url }: { origin?: string } = {},
): Promise<RoomClient> {
  const address = `${url.replace("http", "ws")}/api/rooms/${bookingId}/socket?ticket=${ticket}`;
  const socket = new WebSocket(address, origin === "" ? {} : { origin });
  const received: RoomServerMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (data) => {
    received.push(JSON.parse(data.toString()) as RoomServerMessage);
    for (const look of [...waiting]) look();
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("unexpected-response", (_request, response) => {
      reject(new Error(`refused: ${response.statusCode}`));
      socket.terminate();
    });
    socket.on("error", reject);
  });
  return {
    socket,
    closed,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no ${type} came: ${JSON.stringify(received)}`)),
          30_000,
        );
        const look = () => {
          const index = received.findIndex((message) => message.type === type && fits(message as never));
          if (index === -1) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(received.splice(index, 1)[0] as never);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** One page's pad: its document, and the messages on its socket. */
export interface PadClient {
  doc: Y.Doc;
  text: Y.Text;
  /** Requests missing updates and sends those that the server is missing. */
  sync(): Promise<{ language: string }>;
  /** Changes the text and sends the update. */
  type(change: (text: Y.Text) => void): void;
  send(update: Uint8Array): void;
  /** Applies the next update that arrives. */
  receive(): Promise<string>;
}

export function openPadClient(client: RoomClient): PadClient {
  const doc = new Y.Doc();
  const text = doc.getText(padTextName);
  const padClient: PadClient = {
    doc,
    text,
    async sync() {
      client.send({ type: "code-sync", vector: toBase64(Y.encodeStateVector(doc)) });
      const { update, vector, language } = await client.next("code-sync");
      Y.applyUpdate(doc, Buffer.from(update, "base64"));
      const missing = Y.encodeStateAsUpdate(doc, Buffer.from(vector, "base64"));
      if (missing.length > 2) padClient.send(missing);
      return { language };
    },
    type(change) {
      const before = Y.encodeStateVector(doc);
      change(text);
      padClient.send(Y.encodeStateAsUpdate(doc, before));
    },
    send(update) {
      const encoded = toBase64(update);
      for (let at = 0; at < encoded.length; at += maxPadChunkCharacters) {
        const more = at + maxPadChunkCharacters < encoded.length;
        client.send({ type: "code", update: encoded.slice(at, at + maxPadChunkCharacters), more });
      }
    },
    async receive() {
      Y.applyUpdate(doc, Buffer.from((await client.next("code")).update, "base64"));
      return text.toString();
    },
  };
  return padClient;
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** All elements that a page gets when it opens the board. */
export async function sync(page: RoomClient): Promise<BoardElement[]> {
  page.send({ type: "board-sync" });
  const elements: BoardElement[] = [];
  for (;;) {
    const message = await page.next("board-sync");
    elements.push(...message.elements);
    if (!message.more) return elements;
  }
}

export const draw = (page: RoomClient, ...elements: object[]) => page.send({ type: "board", elements });

/* Elements of a whiteboard as Excalidraw makes them. */

const common = {
  x: 0,
  y: 0,
  width: 160,
  height: 80,
  angle: 0,
  strokeColor: "#1e1e1e",
  backgroundColor: "transparent",
  fillStyle: "solid",
  strokeWidth: 2,
  strokeStyle: "solid",
  roundness: { type: 3 },
  roughness: 1,
  opacity: 100,
  seed: 1,
  version: 1,
  versionNonce: 1,
  index: "a0",
  isDeleted: false,
  groupIds: [],
  frameId: null,
  boundElements: null,
  updated: 1,
  link: null,
  locked: false,
};

export function boardBox(id: string, change: object = {}) {
  return { type: "rectangle", ...common, id, ...change };
}

export function boardText(id: string, text: string, change: object = {}) {
  return {
    type: "text",
    ...common,
    roundness: null,
    id,
    text,
    originalText: text,
    fontSize: 20,
    fontFamily: 5,
    textAlign: "left",
    verticalAlign: "top",
    containerId: null,
    autoResize: true,
    lineHeight: 1.25,
    ...change,
  };
}

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

export const bank = await openQuestionBank();
const foundSqlQuestion = bank.find("ab-test-readout");
if (foundSqlQuestion?.kind !== "sql") throw new Error("the bank has no such SQL question");
export const sqlQuestion = foundSqlQuestion;
const foundTalkQuestion = bank.all.find(({ kind, topic }) => kind === "talk" && topic === "ml-fundamentals");
if (foundTalkQuestion === undefined) throw new Error("the bank has no such question");
export const talkQuestion = foundTalkQuestion;

/** An interview in progress before each test, and the calls that its people make. */
export function useInterview() {
  const app = useTestApp();
  let booked: BookedInterview;
  let id: string;
  beforeEach(async () => {
    booked = await startInterview();
    id = booked.booking._id;
  });

  /** Starts an interview between two new people, or between a known interviewee and a new interviewer. */
  async function startInterview(known?: SignedUpUser): Promise<BookedInterview> {
    app.clock.advance({ minutes: 180 });
    const started = await createBookedInterview(app, known && { interviewee: known });
    app.clock.set(addMinutes(new Date(started.booking.startTime), 5));
    return started;
  }
  const call = (person: SignedUpUser, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) });

  return {
    get app() {
      return app;
    },
    get booked() {
      return booked;
    },
    /** The booking that the calls below name. */
    get id() {
      return id;
    },
    set id(other) {
      id = other;
    },
    startInterview,
    call,
    /** The interviewer's calls. */
    ask: (method: string, path: string, body?: unknown) => call(booked.interviewer, method, path, body),
    search: (query = "", person = booked.interviewer) =>
      call(person, "GET", `/api/rooms/${id}/questions${query}`),
    show: (questionId: string, askedId: string = randomUUID(), person = booked.interviewer) =>
      call(person, "POST", `/api/rooms/${id}/asked-questions`, { id: askedId, questionId }),
    asked: () => call(booked.interviewer, "GET", `/api/rooms/${id}/asked-questions`),
    join: async (person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> =>
      connectRoomClient(at, id, await getTicket(app, id, person.token)),
    setMinute: (minutes: number) => app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes)),
    recordOf: async (person: SignedUpUser) => (await call(person, "GET", `/api/rooms/${id}/record`)).body,
  };
}
