import type { RoomSignal } from "@greenroom/contract/room/room-messages.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type CallView, RoomCall } from "./room-call.ts";

/** The parts of a browser's connection that the call's checks use. */
class FakePeerConnection {
  static last: FakePeerConnection;
  connectionState: RTCPeerConnectionState = "new";
  signalingState = "stable";
  received = 0;
  isFlowing = true;
  onconnectionstatechange: (() => void) | null = null;
  restartIce = vi.fn();

  constructor() {
    FakePeerConnection.last = this;
  }

  setConnectionState(state: RTCPeerConnectionState): void {
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
let sentSignals: RoomSignal[];
let call: RoomCall;

const receiveHello = (page = crypto.randomUUID()) =>
  call.receive({ kind: "hello", page, answer: true, media });
const hellos = () => sentSignals.flatMap((signal) => (signal.kind === "hello" ? [signal.page] : []));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("RTCPeerConnection", FakePeerConnection);
  states = [];
  sentSignals = [];
  call = new RoomCall({
    polite: true,
    sendSignal: (signal) => sentSignals.push(signal),
    onChange: (next) => {
      view = next;
      states.push(next.state);
    },
  });
  call.setOtherPresent(true);
  call.sendHello();
  receiveHello();
  FakePeerConnection.last.setConnectionState("connected");
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(view).toMatchObject({ state: "connected", media });
  sentSignals = [];
});

afterEach(() => {
  call.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("reports a lost connection and repairs it while the other participant is in the room", async () => {
  FakePeerConnection.last.setConnectionState("disconnected");
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(view.state).toBe("reconnecting");
  expect(FakePeerConnection.last.restartIce).toHaveBeenCalled();
});

it.each([
  [
    "whose connection is cut after",
    (connection: FakePeerConnection) => connection.setConnectionState("disconnected"),
  ],
  [
    "whose connection fails after",
    (connection: FakePeerConnection) => connection.setConnectionState("failed"),
  ],
  ["whose connection closes without an event", (connection: FakePeerConnection) => connection.close()],
  [
    "whose video freezes",
    (connection: FakePeerConnection) => {
      connection.isFlowing = false;
    },
  ],
])(
  "ends the call with a participant who left, %s: no loss is reported, nothing is retried",
  async (_, end) => {
    const connection = FakePeerConnection.last;
    call.setOtherPresent(false);
    end(connection);
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(view).toMatchObject({ state: "none", media: { camera: false }, streams: { camera: null } });
    await vi.advanceTimersByTimeAsync(30 * second);
    expect(states).not.toContain("reconnecting");
    expect(connection.restartIce).not.toHaveBeenCalled();
    expect(sentSignals).toEqual([]);
  },
);

it("withdraws the report of a lost connection once it is known that the other participant left", async () => {
  FakePeerConnection.last.isFlowing = false;
  await vi.advanceTimersByTimeAsync(4 * second);
  expect(view.state).toBe("reconnecting");
  call.setOtherPresent(false);
  expect(view.state).toBe("none");
});

it("continues a running call when only the other participant’s socket is cut", async () => {
  call.setOtherPresent(false);
  await vi.advanceTimersByTimeAsync(10 * second);
  expect(view.state).toBe("connected");
});

it("starts a new call with a participant who returns", () => {
  call.sendHello();
  call.setOtherPresent(false);
  FakePeerConnection.last.setConnectionState("disconnected");
  receiveHello();
  const [before, after] = hellos();
  expect(view.state).toBe("connecting");
  expect(after).not.toBe(before);
});

it("asks for a hello when the other participant was only assumed to be gone", async () => {
  call.setOtherPresent(false);
  FakePeerConnection.last.setConnectionState("disconnected");
  await vi.advanceTimersByTimeAsync(5 * second);
  expect(hellos()).toEqual([]);
  call.setOtherPresent(true);
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(hellos()).toHaveLength(1);
});
