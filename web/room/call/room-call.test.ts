import type { RoomSignal } from "@greenroom/contract/room/room.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  assessQuality,
  type CallTracks,
  type CallView,
  PeerCall,
  type RemoteStreams,
  RoomCall,
  tryCall,
} from "./room-call.ts";

describe("room call", () => {
  /** The parts of a browser's connection that the call's checks use. */
  class FakePeerConnection {
    static last: FakePeerConnection;
    connectionState: RTCPeerConnectionState = "new";
    signalingState = "stable";
    received = 0;
    isFlowing = true;
    onconnectionstatechange: (() => void) | null = null;
    restartIce = vi.fn();
    cameraIsSent = true;
    getTransceivers = () => {
      const none = { replaceTrack: vi.fn(), getParameters: () => ({}), setParameters: vi.fn() };
      const camera = {
        ...none,
        getParameters: () => ({ encodings: [{ active: this.cameraIsSent }] }),
        setParameters: async ({ encodings }: { encodings: { active: boolean }[] }) => {
          this.cameraIsSent = encodings[0]?.active === true;
        },
      };
      return [none, camera, none].map((sender) => ({ direction: "sendrecv", sender }));
    };
    /** Bits a second that the line carries. */
    available = 900_000;

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
      const pair = { type: "candidate-pair", nominated: true, state: "succeeded" };
      return new Map<string, object>([
        ["in", { type: "inbound-rtp", packetsReceived: this.received, packetsLost: 0 }],
        ["pair", { ...pair, availableOutgoingBitrate: this.available }],
        // Chrome nominates several, of which it uses one.
        ["unused", { ...pair, currentRoundTripTime: 3 }],
      ]);
    }
  }

  const media = { microphone: true, camera: true, screen: false };
  const second = 1_000;

  let view: CallView;
  let states: CallView["state"][];
  let sentSignals: RoomSignal[];
  let call: RoomCall;
  let isRoomConnected = true;

  const receiveHello = (page = crypto.randomUUID()) =>
    call.receive({ kind: "hello", page, answer: true, media });
  const hellos = () => sentSignals.flatMap((signal) => (signal.kind === "hello" ? [signal.page] : []));

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal("RTCPeerConnection", FakePeerConnection);
    states = [];
    sentSignals = [];
    isRoomConnected = true;
    call = new RoomCall({
      polite: true,
      sendSignal: (signal) => isRoomConnected && sentSignals.push(signal) > 0,
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
  });

  it("holds back the camera's picture while the line carries only the sound, and tells the other page", async () => {
    const told = () => sentSignals.flatMap((signal) => (signal.kind === "media" ? [signal.media] : []));
    call.setTracks({ microphone: null, camera: null, screen: null }, media);
    FakePeerConnection.last.available = 120_000;
    await vi.advanceTimersByTimeAsync(4 * second);
    expect([view.isCameraPaused, told().at(-1)]).toEqual([true, { ...media, isCameraPaused: true }]);
    // After the room's connection was lost.
    call.sendHello();
    expect(sentSignals.at(-1)).toMatchObject({ kind: "hello", media: { isCameraPaused: true } });
    FakePeerConnection.last.available = 900_000;
    await vi.advanceTimersByTimeAsync(10 * second);
    expect([view.isCameraPaused, told().at(-1)]).toEqual([false, media]);
  });

  it("tells a new page that its picture is on, although the line to the page before carried only the sound", async () => {
    call.setTracks({ microphone: null, camera: null, screen: null }, media);
    FakePeerConnection.last.available = 120_000;
    await vi.advanceTimersByTimeAsync(4 * second);
    expect(view.isCameraPaused).toBe(true);
    receiveHello();
    expect(sentSignals.at(-1)).toEqual({ kind: "hello", page: expect.any(String), answer: false, media });
  });

  it("sends no picture to a participant who saves data, until they want it again", async () => {
    const page = crypto.randomUUID();
    call.receive({ kind: "hello", page, answer: true, media: { ...media, savesData: true } });
    FakePeerConnection.last.setConnectionState("connected");
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(FakePeerConnection.last.cameraIsSent).toBe(false);
    expect(view.media.savesData).toBe(true);
    call.receive({ kind: "media", page, media });
    await vi.advanceTimersByTimeAsync(second);
    expect(FakePeerConnection.last.cameraIsSent).toBe(true);
    expect(sentSignals.filter(({ kind }) => kind === "media")).toEqual([]);
  });

  it("keeps its call while the room is lost, too, because the call may be back first", async () => {
    const kept = FakePeerConnection.last;
    isRoomConnected = false;
    kept.setConnectionState("failed");
    await vi.advanceTimersByTimeAsync(30 * second);
    expect(FakePeerConnection.last).toBe(kept);
    expect(view.state).toBe("reconnecting");
    kept.setConnectionState("connected");
    expect(view.state).toBe("connected");
    kept.setConnectionState("failed");
    isRoomConnected = true;
    await vi.advanceTimersByTimeAsync(8 * second);
    expect(hellos()).toHaveLength(1);
    expect(view.state).toBe("reconnecting");
  });

  it.each([
    ["has no WebRTC", undefined],
    [
      "does not allow it",
      class {
        constructor() {
          throw new Error("WebRTC is disabled by policy");
        }
      },
    ],
    [
      "makes no offer",
      class extends FakePeerConnection {
        addTransceiver = vi.fn();
        setLocalDescription = () => Promise.reject(new Error("WebRTC is disabled by an add-on"));
      },
    ],
  ])("tells the other page that the browser %s, until one of them leaves", async (_, connection) => {
    vi.stubGlobal("RTCPeerConnection", connection);
    expect(await tryCall()).toBe(false);
    const [changes, signals]: [CallView["state"][], RoomSignal[]] = [[], []];
    const none = new RoomCall({
      polite: true,
      sendSignal: (signal) => signals.push(signal) > 0,
      onChange: ({ state }) => changes.push(state),
    });
    none.sendHello();
    none.receive({ kind: "hello", page: crypto.randomUUID(), answer: true, media });
    none.setOtherPresent(false);
    none.close();
    expect(signals).toEqual([{ kind: "no-call" }, { kind: "no-call" }]);
    expect(new Set(changes)).toEqual(new Set(["impossible"]));
    vi.stubGlobal("RTCPeerConnection", FakePeerConnection);
    call.receive({ kind: "no-call" });
    expect(view.state).toBe("impossible");
  });

  it("says that the line is blocked when new calls find no way, until one connects", async () => {
    let state: CallView["state"] = "none";
    const fresh = new RoomCall({
      polite: true,
      sendSignal: () => true,
      onChange: (next) => {
        state = next.state;
      },
    });
    fresh.sendHello();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(state).not.toBe("blocked");
      fresh.receive({ kind: "hello", page: crypto.randomUUID(), answer: true, media });
      FakePeerConnection.last.setConnectionState("connecting");
      await vi.advanceTimersByTimeAsync(second);
    }
    expect(state).toBe("blocked");
    FakePeerConnection.last.setConnectionState("connected");
    await vi.advanceTimersByTimeAsync(second);
    expect(state).toBe("connected");
    fresh.close();
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
});

describe("peer call", () => {
  /* Two calls that negotiate with each other. The connection follows the states of a browser's, without media. */

  type Description = { type: "offer" | "answer"; sdp: string };

  interface FakeTransceiver {
    kind: string;
    direction: string;
    sender: {
      track: unknown;
      encodings: { maxBitrate?: number; active?: boolean }[];
      replaceTrack(track: unknown): Promise<void>;
      getParameters(): object;
      setParameters(parameters: object): Promise<void>;
    };
  }

  class FakeConnection {
    signalingState = "stable";
    connectionState = "new";
    localDescription: Description | null = null;
    remote: Description | null = null;
    candidates: object[] = [];
    restarts = 0;
    transceivers: FakeTransceiver[] = [];
    onnegotiationneeded: () => void = () => undefined;
    onicecandidate: (event: { candidate: { toJSON: () => object } | null }) => void = () => undefined;
    ontrack: (event: object) => void = () => undefined;
    onconnectionstatechange: (() => void) | null = null;
    #offers = 0;

    addTransceiver(kind: string): FakeTransceiver {
      const sender = {
        track: null as unknown,
        encodings: [{}],
        replaceTrack: async (track: unknown) => {
          sender.track = track;
        },
        getParameters: () => ({ encodings: structuredClone(sender.encodings) }),
        setParameters: async (parameters: object) => void Object.assign(sender, parameters),
      };
      const transceiver = { kind, sender, direction: "recvonly" };
      this.transceivers.push(transceiver);
      return transceiver;
    }
    getTransceivers() {
      return this.transceivers;
    }
    async setLocalDescription() {
      if (this.signalingState === "closed") throw new Error("the connection is closed");
      const isAnswer = this.signalingState === "have-remote-offer";
      this.#offers += 1;
      this.localDescription = {
        type: isAnswer ? "answer" : "offer",
        sdp: `${isAnswer ? "answer" : "offer"} ${this.#offers}`,
      };
      this.signalingState = isAnswer ? "stable" : "have-local-offer";
    }
    async setRemoteDescription(description: Description) {
      // An offer during an own offer rolls that one back.
      this.remote = description;
      this.signalingState = description.type === "offer" ? "have-remote-offer" : "stable";
      // The first offer brings the other side's transceivers.
      if (this.transceivers.length === 0)
        for (const kind of ["audio", "video", "video"]) this.addTransceiver(kind);
    }
    async addIceCandidate(candidate: object) {
      if (this.remote === null) throw new Error("there is no remote description");
      this.candidates.push(candidate);
    }
    restartIce() {
      this.restarts += 1;
    }
    close() {
      this.signalingState = "closed";
    }
  }

  const track = (name: string) => name as unknown as MediaStreamTrack;
  const none: CallTracks = { microphone: null, camera: null, screen: null };
  const voice = { ...none, microphone: track("voice") };
  const face = { ...none, camera: track("face") };
  /** Lets everything that was started run to its end. */
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  function openSide(polite: boolean, tracks: CallTracks) {
    const sent: Parameters<ConstructorParameters<typeof PeerCall>[0]["send"]>[0][] = [];
    const shown: RemoteStreams[] = [];
    const states: string[] = [];
    const call = new PeerCall({
      polite,
      iceServers: [],
      tracks,
      savesData: false,
      send: (signal) => void sent.push(signal),
      onStreams: (streams) => void shown.push(streams),
      onState: (state) => void states.push(state),
    });
    const connection = call.connection as unknown as FakeConnection;
    return {
      call,
      connection,
      sent,
      shown,
      states,
      sending: () => connection.transceivers.map(({ sender }) => sender.track),
    };
  }
  type Side = ReturnType<typeof openSide>;

  /** Delivers everything that one side has sent. */
  async function deliver(from: Side, to: Side): Promise<void> {
    for (const signal of from.sent.splice(0)) {
      if ("description" in signal) to.call.receiveDescription(signal.description);
      else to.call.receiveCandidate(signal.candidate);
    }
    await settle();
  }

  async function openCall(ours: CallTracks = voice, theirs: CallTracks = face) {
    const offering = openSide(false, ours);
    const polite = openSide(true, theirs);
    offering.connection.onnegotiationneeded();
    await settle();
    return { offering, polite };
  }

  beforeEach(() => {
    vi.stubGlobal("RTCPeerConnection", FakeConnection);
    vi.stubGlobal(
      "MediaStream",
      class {
        readonly tracks: unknown;
        constructor(tracks: unknown) {
          this.tracks = tracks;
        }
      },
    );
  });

  describe("a call", () => {
    it("is offered by one side and answered by the other, with the tracks of both", async () => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      await deliver(polite, offering);
      expect([offering, polite].map(({ connection }) => connection.signalingState)).toEqual([
        "stable",
        "stable",
      ]);
      expect(offering.sending()).toEqual(["voice", null, null]);
      expect(polite.sending()).toEqual([null, "face", null]);
      expect(polite.connection.transceivers.map(({ direction }) => direction)).toEqual(
        Array(3).fill("sendrecv"),
      );
    });

    it("limits what each side sends, and holds back the picture alone", async () => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      await deliver(polite, offering);
      polite.call.holdBack({ isCameraPaused: true, savesData: false });
      await settle();
      for (const { connection } of [offering, polite])
        expect(connection.transceivers.map(({ sender }) => sender.encodings[0]?.maxBitrate)).toEqual([
          32_000, 700_000, 1_500_000,
        ]);
      const active = polite.connection.transceivers.map(({ sender }) => sender.encodings[0]?.active);
      expect(active).toEqual([undefined, false, undefined]);
    });

    it("sends the sound in fewer bits while one of the two saves data", async () => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      await deliver(polite, offering);
      const soundBitrate = () => offering.connection.transceivers[0]?.sender.encodings[0]?.maxBitrate;
      for (const [savesData, bitrate] of [
        [true, 16_000],
        [false, 32_000],
      ] as const) {
        offering.call.holdBack({ isCameraPaused: savesData, savesData });
        await settle();
        expect(soundBitrate()).toBe(bitrate);
      }
    });

    it("changes its tracks without a new offer", async () => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      await deliver(polite, offering);
      offering.call.setTracks({ ...voice, screen: track("slides") });
      await settle();
      expect(offering.sending()).toEqual(["voice", null, "slides"]);
      expect(offering.sent).toEqual([]);
    });

    it("shows each track that arrives by its place", async () => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      const [sound, picture] = polite.connection.transceivers;
      polite.connection.ontrack({ track: "voice", transceiver: sound });
      polite.connection.ontrack({ track: "slides", transceiver: polite.connection.transceivers[2] });
      expect(polite.shown.at(-1)).toMatchObject({
        voice: { tracks: ["voice"] },
        camera: null,
        screen: { tracks: ["slides"] },
      });
      polite.connection.ontrack({ track: "face", transceiver: picture });
      expect(polite.shown.at(-1)).toMatchObject({ voice: {}, camera: { tracks: ["face"] }, screen: {} });
    });

    it("passes on network candidates, and the end of them as nothing", async () => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      offering.connection.onicecandidate({ candidate: { toJSON: () => ({ candidate: "udp" }) } });
      offering.connection.onicecandidate({ candidate: null });
      await deliver(offering, polite);
      expect(polite.connection.candidates).toEqual([{ candidate: "udp" }]);
    });
  });

  describe("two offers at once", () => {
    it("end with the offer of the side that is not polite", async () => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      await deliver(polite, offering);
      for (const side of [offering, polite]) side.connection.onnegotiationneeded();
      await settle();
      const [ours, theirs] = [offering.sent.splice(0), polite.sent.splice(0)];
      offering.sent.push(...ours);
      polite.sent.push(...theirs);
      await deliver(polite, offering);
      // It ignores the other's offer, and a candidate that belongs to it.
      expect(offering.connection.signalingState).toBe("have-local-offer");
      await deliver(offering, polite);
      await deliver(polite, offering);
      expect([offering, polite].map(({ connection }) => connection.signalingState)).toEqual([
        "stable",
        "stable",
      ]);
    });

    it("warn neither of a candidate for the ignored offer nor of an outdated answer", async () => {
      const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { offering } = await openCall();
      offering.call.receiveDescription({ type: "offer", sdp: "theirs" });
      offering.call.receiveCandidate({ candidate: "theirs" } as never);
      await settle();
      expect(warn).not.toHaveBeenCalled();
      const { polite } = await openCall();
      polite.call.receiveDescription({ type: "answer", sdp: "of an offer that was rolled back" });
      await settle();
      expect(polite.connection.remote).toBeNull();
    });
  });

  describe("after a lost connection", () => {
    it("an offer without an answer is sent again", async () => {
      const { offering } = await openCall();
      const [first] = offering.sent.splice(0);
      offering.call.reconnect();
      expect(offering.sent).toEqual([first]);
      expect(offering.connection.restarts).toBe(0);
    });

    it.each([
      ["connected", 0],
      ["new", 0],
      ["disconnected", 1],
      ["failed", 1],
    ])("a call that is %s restarts %i times", async (state, restarts) => {
      const { offering, polite } = await openCall();
      await deliver(offering, polite);
      await deliver(polite, offering);
      offering.connection.connectionState = state;
      offering.call.reconnect();
      expect(offering.connection.restarts).toBe(restarts);
    });

    it("a call that was closed reports no state and warns of nothing", async () => {
      const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { offering } = await openCall();
      offering.connection.onconnectionstatechange?.();
      expect(offering.states).toEqual(["new"]);
      offering.call.close();
      expect(offering.connection.onconnectionstatechange).toBeNull();
      offering.connection.onnegotiationneeded();
      await settle();
      expect(warn).not.toHaveBeenCalled();
    });
  });
});

describe("the quality of a call", () => {
  it.each([
    [{ roundTrip: null, received: 0, lost: 0 }, "good"],
    [{ roundTrip: 0.05, received: 1100, lost: 10 }, "good"],
    [{ roundTrip: 0.4, received: 1100, lost: 10 }, "unsteady"],
    [{ roundTrip: 0.05, received: 1100, lost: 15 }, "unsteady"],
    [{ roundTrip: 0.05, received: 1100, lost: 30 }, "weak"],
    [{ roundTrip: 0.7, received: 1100, lost: 10 }, "weak"],
  ] as const)("of %j is %s", (now, words) => {
    expect(assessQuality({ roundTrip: 0.05, received: 1000, lost: 10 }, now)).toBe(words);
  });

  it("does not take a new call's counters for packet loss", () => {
    expect(
      assessQuality(
        { roundTrip: 0.05, received: 9000, lost: 90 },
        { roundTrip: 0.05, received: 50, lost: 0 },
      ),
    ).toBe("good");
  });
});
