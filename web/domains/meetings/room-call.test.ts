import type { RoomSignal } from "@greenroom/contract/room-messages.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type CallView, RoomCall } from "./room-call.ts";

/** As much of a browser's connection as the watcher of a call looks at. */
class StagedConnection {
  static last: StagedConnection;
  connectionState: RTCPeerConnectionState = "new";
  signalingState = "stable";
  received = 0;
  isFlowing = true;
  onconnectionstatechange: (() => void) | null = null;
  restartIce = vi.fn();

  constructor() {
    StagedConnection.last = this;
  }

  become(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  close(): void {
    this.connectionState = "closed";
  }

  async getStats() {
    if (this.isFlowing) this.received += 50;
    return new Map([["in", { type: "inbound-rtp", packetsReceived: this.received, packetsLost: 0 }]]);
  }
}

const media = { microphone: true, camera: true, screen: false };
const second = 1_000;

let view: CallView;
let states: CallView["state"][];
let said: RoomSignal[];
let call: RoomCall;

const otherSaysHello = (page = crypto.randomUUID()) =>
  call.hear({ kind: "hello", page, answer: true, media });
const hellos = () => said.flatMap((signal) => (signal.kind === "hello" ? [signal.page] : []));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("RTCPeerConnection", StagedConnection);
  states = [];
  said = [];
  call = new RoomCall({
    polite: true,
    send: (signal) => said.push(signal),
    onChange: (next) => {
      view = next;
      states.push(next.state);
    },
  });
  call.seeOther(true);
  call.greet();
  otherSaysHello();
  StagedConnection.last.become("connected");
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(view).toMatchObject({ state: "connected", media });
  said = [];
});

afterEach(() => {
  call.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("tells of a cut, and mends it, while the other one is in the room", async () => {
  StagedConnection.last.become("disconnected");
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(view.state).toBe("mending");
  expect(StagedConnection.last.restartIce).toHaveBeenCalled();
});

it.each([
  ["whose connection is cut after", (connection: StagedConnection) => connection.become("disconnected")],
  ["whose connection fails after", (connection: StagedConnection) => connection.become("failed")],
  ["whose connection closes without a word", (connection: StagedConnection) => connection.close()],
  [
    "whose picture stands still",
    (connection: StagedConnection) => {
      connection.isFlowing = false;
    },
  ],
])("ends the call of one who left, %s: no cut, nothing tried anew", async (_, end) => {
  const connection = StagedConnection.last;
  call.seeOther(false);
  end(connection);
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(view).toMatchObject({ state: "none", media: { camera: false }, streams: { camera: null } });
  await vi.advanceTimersByTimeAsync(30 * second);
  expect(states).not.toContain("mending");
  expect(connection.restartIce).not.toHaveBeenCalled();
  expect(said).toEqual([]);
});

it("takes the word of a cut back once it is known that the other one left", async () => {
  StagedConnection.last.isFlowing = false;
  await vi.advanceTimersByTimeAsync(4 * second);
  expect(view.state).toBe("mending");
  call.seeOther(false);
  expect(view.state).toBe("none");
});

it("goes on with a call that runs, though the other one’s line is cut", async () => {
  call.seeOther(false);
  await vi.advanceTimersByTimeAsync(10 * second);
  expect(view.state).toBe("connected");
});

it("meets one who comes back with a new half of the call", () => {
  call.greet();
  call.seeOther(false);
  StagedConnection.last.become("disconnected");
  otherSaysHello();
  const [before, after] = hellos();
  expect(view.state).toBe("connecting");
  expect(after).not.toBe(before);
});

it("asks for a hello when the other one was only taken to be gone", async () => {
  call.seeOther(false);
  StagedConnection.last.become("disconnected");
  await vi.advanceTimersByTimeAsync(5 * second);
  expect(hellos()).toEqual([]);
  call.seeOther(true);
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(hellos()).toHaveLength(1);
});
