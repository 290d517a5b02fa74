import type { RoomClientMessage, RoomServerMessage } from "@greenroom/contract/room/room.ts";
import { beforeEach, expect, vi } from "vitest";
import { sampleRoom } from "./sample-data.ts";

/** The browser's socket, with a room that the test controls. */
export class TestSocket {
  static readonly [Symbol.toStringTag] = "WebSocket";
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: TestSocket[] = [];
  readyState = TestSocket.OPEN;
  readonly openedAt = Date.now();
  readonly sent: RoomClientMessage[] = [];
  readonly url: URL;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(url: string) {
    this.url = new URL(url);
    TestSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000): void {
    this.readyState = TestSocket.CLOSED;
    this.onclose({ code });
  }

  receive(message: RoomServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  welcome(fields: Partial<Extract<RoomServerMessage, { type: "welcome" }>> = {}): void {
    const nothing = { chat: [], question: null, hasEarlierChat: false };
    this.receive({ type: "welcome", room: sampleRoom, ...nothing, ...fields });
  }

  get chats() {
    return this.sent.flatMap((message) => (message.type === "chat" ? message : []));
  }
}

/** Replaces the browser's sockets in every test of a file. */
export function provideTestSockets(): void {
  beforeEach(() => {
    TestSocket.all = [];
    vi.stubGlobal("WebSocket", TestSocket);
  });
}

/** The newest socket, once there are so many. */
export async function socketNumber(count: number): Promise<TestSocket> {
  await expect.poll(() => TestSocket.all.length, { interval: 5 }).toBe(count);
  return TestSocket.all[count - 1] as TestSocket;
}
