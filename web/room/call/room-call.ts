import type { IceServer, MediaState, RoomSignal } from "@greenroom/contract/room/room.ts";
import { type CameraPause, nextPause, noPause, type SendingSample } from "./camera-pause.ts";

/**
 * none: nobody to call · blocked: several tries found no way, and the next one goes on · reconnecting: it was connected,
 * and the connection was lost · impossible: one of the two browsers cannot call.
 */
export type CallState = "none" | "connecting" | "blocked" | "connected" | "reconnecting" | "impossible";

const triedConstructors = new Map<unknown, boolean>();

/**
 * Privacy settings and add-ons can take WebRTC away, or make its constructor throw. Everything else in the room works
 * without it.
 */
export function canCall(): boolean {
  const Connection = globalThis.RTCPeerConnection;
  const known = triedConstructors.get(Connection);
  if (known !== undefined) return known;
  let works = true;
  try {
    new Connection().close();
  } catch {
    works = false;
  }
  triedConstructors.set(Connection, works);
  return works;
}

/**
 * Finds out whether the browser can also make an offer, which an add-on can break alone. `canCall` says the same from then
 * on.
 */
export async function tryCall(): Promise<boolean> {
  if (!canCall()) return false;
  const Connection = globalThis.RTCPeerConnection;
  const connection = new Connection();
  try {
    connection.addTransceiver("audio");
    await connection.setLocalDescription();
  } catch (error) {
    console.warn("This browser makes no offer for a call", error);
    triedConstructors.set(Connection, false);
  } finally {
    connection.close();
  }
  return canCall();
}

export interface CallView {
  state: CallState;
  quality: CallQuality;
  streams: RemoteStreams;
  /** The media that the other participant reports to send. */
  media: MediaState;
  /** This page holds back its own camera's picture, so that the sound gets through. */
  isCameraPaused: boolean;
}

export const idleCall: CallView = {
  state: "none",
  quality: "good",
  streams: { voice: null, camera: null, screen: null },
  media: { microphone: false, camera: false, screen: false },
  isCameraPaused: false,
};

interface RoomCallOptions {
  polite: boolean;
  /** False when the room is not connected. */
  sendSignal(signal: RoomSignal): boolean;
  onChange(view: CallView): void;
}

const checkIntervalMilliseconds = 1_000;
/**
 * How many checks without a packet from a sending participant count as a lost connection; browsers take
 * longer to notice.
 */
const silentChecksBeforeReconnect = 3;
/** The same for a participant who has left the room, whose last picture would stay otherwise. */
const silentChecksAfterLeaving = 1;
/**
 * How many checks without a connection lead to an ICE restart, and how many to a new call. A new call comes
 * sooner when not even a candidate was found, because ICE asks the relay less and less often.
 */
const [checksPerReconnect, checksBeforeNewCall, checksBeforeNewCallWithoutAddress] = [2, 8, 4];

/** So many calls without a connection, which take half a minute, and the line is said to be blocked. */
const callsBeforeBlocked = 4;

/**
 * The call of a room. It finds the other participant's page by "hello", and repairs or replaces the
 * connection until both are connected.
 */
export class RoomCall {
  readonly #options: RoomCallOptions;
  #pageId = crypto.randomUUID();
  #otherPageId: string | null = null;
  #peerCall: PeerCall | null = null;
  #view: CallView = idleCall;
  #iceServers: IceServer[] = [];
  #tracks: CallTracks = { camera: null, microphone: null, screen: null };
  #media: MediaState = idleCall.media;
  #lastSample: CallSample | null = null;
  #pause: CameraPause = noPause;
  #failedChecks = 0;
  #silentChecks = 0;
  /** Calls that were begun since the last one that connected. */
  #triedCalls = 0;
  /** The server says that the other one is away, so a call that ends now was left, not lost. */
  #isOtherAbsent = false;
  /** A call ended because the other participant was assumed to be gone. */
  #hasGivenUp = false;
  #checkTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: RoomCallOptions) {
    this.#options = options;
  }

  setIceServers(servers: IceServer[]): void {
    this.#iceServers = servers;
  }

  /** The socket is open, or open again. */
  sendHello(answer = true): void {
    if (!canCall()) {
      this.#setView({ state: "impossible" });
      this.#options.sendSignal({ kind: "no-call" });
      return;
    }
    this.#checkTimer ??= setInterval(() => void this.#checkConnection(), checkIntervalMilliseconds);
    this.#options.sendSignal({ kind: "hello", page: this.#pageId, answer, media: this.#shownMedia });
  }

  setTracks(tracks: CallTracks, media: MediaState): void {
    this.#tracks = tracks;
    this.#media = media;
    this.#peerCall?.setTracks(tracks);
    this.#holdBack();
    this.#sendMedia();
  }

  /** What the other page shows. */
  get #shownMedia(): MediaState {
    return this.#pause.phase === "on" ? this.#media : { ...this.#media, isCameraPaused: true };
  }

  #sendMedia(): void {
    if (this.#otherPageId === null) return;
    this.#options.sendSignal({ kind: "media", page: this.#pageId, media: this.#shownMedia });
  }

  receive(signal: RoomSignal): void {
    if (!canCall()) {
      if (signal.kind === "hello") this.sendHello();
    } else if (signal.kind === "hello") this.#receiveHello(signal);
    else if (signal.kind === "no-call") this.#setView({ state: "impossible" });
    else if (signal.page !== this.#otherPageId) return;
    else if (signal.kind === "media") this.#setOtherMedia(signal.media);
    else if (signal.to !== this.#pageId) return;
    else if (signal.kind === "description") this.#peerCall?.receiveDescription(signal.description);
    else this.#peerCall?.receiveCandidate(signal.candidate);
  }

  /** A running call continues either way, because perhaps only their socket is cut. */
  setOtherPresent(isPresent: boolean): void {
    this.#isOtherAbsent = !isPresent;
    const isRunning =
      this.#peerCall?.connection.connectionState === "connected" && this.#view.state === "connected";
    if (this.#isOtherAbsent && !isRunning) this.#giveUp();
  }

  close(): void {
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
    this.#endCall();
  }

  #receiveHello({ page, answer, media }: Extract<RoomSignal, { kind: "hello" }>): void {
    this.#isOtherAbsent = false;
    const isKnown = page === this.#otherPageId && this.#peerCall !== null;
    // A new call begins with the picture, so our answer must not speak of a pause in the old one.
    if (!isKnown) this.#startCall(page);
    // Sent before the first offer, so that the other page knows whose it is.
    if (answer) this.sendHello(false);
    if (isKnown) this.#peerCall?.reconnect();
    this.#setOtherMedia(media);
  }

  #setOtherMedia(media: MediaState): void {
    this.#setView({ media });
    this.#holdBack();
  }

  #startCall(page: string): void {
    const isReconnecting = this.#view.state === "reconnecting";
    this.#triedCalls += 1;
    this.#endCall();
    this.#otherPageId = page;
    this.#hasGivenUp = false;
    this.#failedChecks = 0;
    this.#silentChecks = 0;
    this.#peerCall = new PeerCall({
      polite: this.#options.polite,
      iceServers: this.#iceServers,
      tracks: this.#tracks,
      savesData: this.#media.savesData === true,
      send: (signal) => {
        const address = { page: this.#pageId, to: page };
        this.#options.sendSignal(
          "description" in signal
            ? { kind: "description", ...address, ...signal }
            : { kind: "candidate", ...address, ...signal },
        );
      },
      onStreams: (streams) => this.#setView({ streams }),
      onState: (state) => {
        if (state === "connected") {
          this.#triedCalls = 0;
          this.#setView({ state: "connected" });
        } else if (this.#isOtherAbsent) this.#giveUp();
        else if (this.#view.state === "connected") this.#setView({ state: "reconnecting" });
        if (state === "failed") this.#peerCall?.reconnect();
      },
    });
    const isBlocked = this.#triedCalls > callsBeforeBlocked;
    this.#setView({ state: isReconnecting ? "reconnecting" : isBlocked ? "blocked" : "connecting" });
  }

  #endCall(): void {
    this.#peerCall?.close();
    this.#peerCall = null;
    this.#otherPageId = null;
    this.#lastSample = null;
    this.#pause = noPause;
    this.#setView(canCall() ? idleCall : { ...idleCall, state: "impossible" });
  }

  /** The other participant has left: nothing needs a repair, and if they return, they get a new call. */
  #giveUp(): void {
    if (this.#peerCall !== null) {
      this.#hasGivenUp = true;
      this.#failedChecks = 0;
      this.#triedCalls = 0;
      this.#pageId = crypto.randomUUID();
    }
    this.#endCall();
  }

  async #checkConnection(): Promise<void> {
    const connection = this.#peerCall?.connection;
    if (!connection) return this.#requestHello();
    if (connection.connectionState === "connected") {
      this.#failedChecks = 0;
      const { sample, sending } = await readSample(connection);
      if (connection !== this.#peerCall?.connection) return;
      this.#checkMedia(sample);
      this.#checkSending(sending);
      return;
    }
    // A closed connection fires no event, so an abandoned call may only be noticed here.
    if (this.#isOtherAbsent) return this.#giveUp();
    this.#failedChecks += 1;
    const { connectionState } = connection;
    const maxFailedChecks =
      connectionState === "new" ? checksBeforeNewCallWithoutAddress : checksBeforeNewCall;
    // A closed connection (no event reports it) cannot be repaired.
    if (connectionState === "closed" || this.#failedChecks >= maxFailedChecks) this.#restartCall();
    else if (this.#failedChecks % checksPerReconnect === 0 && connectionState !== "connecting")
      this.#peerCall?.reconnect();
  }

  /** A participant who was only assumed to be gone sends no new hello, so we ask for one. */
  #requestHello(): void {
    if (!this.#hasGivenUp || this.#isOtherAbsent) return;
    this.#failedChecks += 1;
    if (this.#failedChecks % checksPerReconnect === 0) this.sendHello();
  }

  #checkMedia(sample: CallSample): void {
    const { microphone, camera } = this.#view.media;
    const isQuiet = this.#lastSample?.received === sample.received && (microphone || camera);
    this.#silentChecks = isQuiet ? this.#silentChecks + 1 : 0;
    if (this.#isOtherAbsent && this.#silentChecks >= silentChecksAfterLeaving) {
      this.#giveUp();
      return;
    }
    this.#setView({
      state: this.#silentChecks < silentChecksBeforeReconnect ? "connected" : "reconnecting",
      quality: assessQuality(this.#lastSample, sample),
    });
    this.#lastSample = sample;
  }

  #checkSending(sample: SendingSample): void {
    const { phase: before } = this.#pause;
    this.#pause = this.#media.camera ? nextPause(this.#pause, sample) : noPause;
    const { phase } = this.#pause;
    if (phase === before) return;
    this.#holdBack();
    // A try that fails is seen by nobody.
    if (phase !== "on" && before !== "on") return;
    this.#setView({ isCameraPaused: phase !== "on" });
    this.#sendMedia();
  }

  /** Sends no picture while the line carries only the sound, and less of both when one of the two saves data. */
  #holdBack(): void {
    const savesData = this.#media.savesData === true || this.#view.media.savesData === true;
    this.#peerCall?.holdBack({ isCameraPaused: this.#pause.phase === "paused" || savesData, savesData });
  }

  /** Starts a new call; the other page answers with a new one of its own. */
  #restartCall(): void {
    this.#failedChecks = 0;
    const pageId = crypto.randomUUID();
    // Without the room nobody answers, and the old call may come back first.
    const isSent = this.#options.sendSignal({
      kind: "hello",
      page: pageId,
      answer: true,
      media: this.#media,
    });
    if (!isSent) return;
    const wasConnected = this.#view.state === "reconnecting";
    this.#endCall();
    if (wasConnected) this.#setView({ state: "reconnecting" });
    this.#pageId = pageId;
  }

  #setView(change: Partial<CallView>): void {
    this.#view = { ...this.#view, ...change };
    this.#options.onChange(this.#view);
  }
}

/** Always these three, each with a track or null, so that changes need no renegotiation. */
export interface CallTracks {
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

export interface RemoteStreams {
  voice: MediaStream | null;
  camera: MediaStream | null;
  screen: MediaStream | null;
}

type Description = Extract<RoomSignal, { kind: "description" }>["description"];
type Candidate = Extract<RoomSignal, { kind: "candidate" }>["candidate"];

interface PeerCallOptions {
  /** The polite side gives way when both make an offer at once. */
  polite: boolean;
  iceServers: IceServer[];
  tracks: CallTracks;
  /** As chosen when the call begins. */
  savesData: boolean;
  send(signal: { description: Description } | { candidate: Candidate }): void;
  onStreams(streams: RemoteStreams): void;
  onState(state: RTCPeerConnectionState): void;
}

const trackKinds = ["microphone", "camera", "screen"] as const;

/** Bits a second. Speech and a face need no more, and the rest of the line is left to code and screen. */
const maxBitrates = { microphone: 32_000, camera: 700_000, screen: 1_500_000 };
/** The least for wideband speech (RFC 7587, 3.1.1). */
const savedSoundBitrate = 16_000;

/**
 * Sends each packet of the sound twice (RFC 2198), so that single losses are not heard. Only if both sides choose it: a
 * browser may not know it, and somebody who saves data leaves it out.
 */
function chooseSoundCodec(transceiver: RTCRtpTransceiver, savesData: boolean): void {
  const codecs = globalThis.RTCRtpReceiver?.getCapabilities("audio")?.codecs ?? [];
  const isRedundant = ({ mimeType }: { mimeType: string }) => mimeType === "audio/red";
  if (codecs.some(isRedundant))
    transceiver.setCodecPreferences([
      ...(savesData ? [] : codecs.filter(isRedundant)),
      ...codecs.filter((codec) => !isRedundant(codec)),
    ]);
}

/** One call with one page of the other participant: perfect negotiation (W3C WebRTC 1.0, 10.7). */
export class PeerCall {
  readonly connection: RTCPeerConnection;
  readonly #options: PeerCallOptions;
  readonly #streams: RemoteStreams = { voice: null, camera: null, screen: null };
  #tracks: CallTracks;
  #isMakingOffer = false;
  #isIgnoringOffer = false;
  #isSettingAnswer = false;
  #held = { isCameraPaused: false, savesData: false };
  /** Handles the other side's signals one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: PeerCallOptions) {
    this.#options = options;
    this.#tracks = options.tracks;
    const connection = new RTCPeerConnection({ iceServers: options.iceServers as RTCIceServer[] });
    this.connection = connection;
    connection.onnegotiationneeded = () => this.#runStep(() => this.#makeOffer());
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) options.send({ candidate: candidate.toJSON() as Candidate });
    };
    connection.ontrack = ({ track, transceiver }) => this.#handleTrack(track, transceiver);
    connection.onconnectionstatechange = () => options.onState(connection.connectionState);
    // One side creates the transceivers; the other gets them with the first offer.
    if (!options.polite) {
      for (const kind of trackKinds) {
        const transceiver = connection.addTransceiver(kind === "microphone" ? "audio" : "video");
        if (kind === "microphone") chooseSoundCodec(transceiver, this.#options.savesData);
        this.#runStep(() => transceiver.sender.replaceTrack(this.#tracks[kind]));
      }
    }
  }

  /** Replaces the tracks that are sent. */
  setTracks(tracks: CallTracks): void {
    this.#tracks = tracks;
    this.#runStep(() => this.#replaceTracks());
  }

  /** Stops or resumes sending the picture of the camera, which stays on, and sends the sound in fewer or more bits. */
  holdBack(held: { isCameraPaused: boolean; savesData: boolean }): void {
    if (held.isCameraPaused === this.#held.isCameraPaused && held.savesData === this.#held.savesData) return;
    this.#held = held;
    this.#runStep(() => this.#limitBitrates());
  }

  receiveDescription(description: Description): void {
    this.#queue = this.#queue.then(() => this.#runStep(() => this.#handleDescription(description)));
  }

  receiveCandidate(candidate: Candidate): void {
    this.#queue = this.#queue.then(() =>
      this.#runStep(async () => {
        try {
          await this.connection.addIceCandidate(candidate as RTCIceCandidateInit);
        } catch (error) {
          if (!this.#isIgnoringOffer) throw error;
        }
      }),
    );
  }

  /** After a lost connection, sends again what may have been lost, and restarts ICE if needed. */
  reconnect(): void {
    const { localDescription, signalingState, connectionState } = this.connection;
    if (signalingState === "have-local-offer" && localDescription) this.#sendDescription(localDescription);
    else if (connectionState !== "connected" && connectionState !== "new") this.connection.restartIce();
  }

  close(): void {
    this.connection.onconnectionstatechange = null;
    this.connection.close();
  }

  async #makeOffer(): Promise<void> {
    try {
      this.#isMakingOffer = true;
      await this.connection.setLocalDescription();
      if (this.connection.localDescription) this.#sendDescription(this.connection.localDescription);
    } finally {
      this.#isMakingOffer = false;
    }
  }

  async #handleDescription(description: Description): Promise<void> {
    const { connection } = this;
    const isReady = !this.#isMakingOffer && (connection.signalingState === "stable" || this.#isSettingAnswer);
    const isCollision = description.type === "offer" && !isReady;
    this.#isIgnoringOffer = !this.#options.polite && isCollision;
    if (this.#isIgnoringOffer) return;
    // An answer to an offer that was rolled back after a collision is outdated.
    if (description.type === "answer" && connection.signalingState === "stable") return;
    this.#isSettingAnswer = description.type === "answer";
    await connection.setRemoteDescription(description);
    this.#isSettingAnswer = false;
    if (description.type !== "offer") return await this.#limitBitrates();
    await this.#replaceTracks();
    await connection.setLocalDescription();
    if (connection.localDescription) this.#sendDescription(connection.localDescription);
    await this.#limitBitrates();
  }

  /** Possible once both sides have agreed on what is sent. */
  async #limitBitrates(): Promise<void> {
    const transceivers = this.connection.getTransceivers();
    await Promise.all(
      trackKinds.map(async (kind, index) => {
        const sender = transceivers[index]?.sender;
        const parameters = sender?.getParameters();
        if (sender === undefined || !parameters?.encodings?.length) return;
        for (const encoding of parameters.encodings) {
          encoding.maxBitrate = maxBitrates[kind];
          if (kind === "microphone") {
            encoding.priority = "high";
            if (this.#held.savesData) encoding.maxBitrate = savedSoundBitrate;
          }
          if (kind === "camera") encoding.active = !this.#held.isCameraPaused;
        }
        await sender.setParameters(parameters);
      }),
    );
  }

  async #replaceTracks(): Promise<void> {
    const transceivers = this.connection.getTransceivers();
    await Promise.all(
      trackKinds.map(async (line, index) => {
        const transceiver = transceivers[index];
        if (!transceiver || transceiver.direction === "stopped") return;
        if (line === "microphone") chooseSoundCodec(transceiver, this.#options.savesData);
        transceiver.direction = "sendrecv";
        await transceiver.sender.replaceTrack(this.#tracks[line]);
      }),
    );
  }

  #handleTrack(track: MediaStreamTrack, transceiver: RTCRtpTransceiver): void {
    const line = trackKinds[this.connection.getTransceivers().indexOf(transceiver)];
    if (line) this.#streams[line === "microphone" ? "voice" : line] = new MediaStream([track]);
    this.#options.onStreams({ ...this.#streams });
  }

  #sendDescription({ type, sdp }: RTCSessionDescription): void {
    // Silence is not sent (RFC 7587, 6.1). No API of the browser asks for it.
    const withoutSilence = sdp.replaceAll("useinbandfec=1", "useinbandfec=1;usedtx=1");
    this.#options.send({ description: { type, sdp: withoutSilence } });
  }

  /**
   * After a failed step, the code that watches the call repairs or replaces it; a closed call needs nothing.
   */
  async #runStep(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (this.connection.signalingState !== "closed") console.warn("A step of the call failed", error);
    }
  }
}

export type CallQuality = "good" | "unsteady" | "weak";

export interface CallSample {
  /** Round-trip time in seconds; null while unknown. */
  roundTrip: number | null;
  received: number;
  lost: number;
}

/** The part of a connection's statistics that shows its quality, in both directions. */
export async function readSample(
  connection: RTCPeerConnection,
): Promise<{ sample: CallSample; sending: SendingSample }> {
  const sending: SendingSample = { available: null, lostShare: 0 };
  const sample: CallSample = { roundTrip: null, received: 0, lost: 0 };
  const stats = await connection.getStats();
  for (const report of stats.values()) {
    // Chrome nominates several pairs, and knows the capacity of the one that it uses.
    if (report.type === "candidate-pair" && report.nominated && report.state === "succeeded") {
      sample.roundTrip ??= report.currentRoundTripTime ?? null;
      if (report.availableOutgoingBitrate !== undefined) {
        sending.available = report.availableOutgoingBitrate;
        sample.roundTrip = report.currentRoundTripTime ?? null;
      }
    }
    if (report.type === "remote-inbound-rtp" && report.kind === "audio")
      sending.lostShare = report.fractionLost ?? 0;
    if (report.type === "inbound-rtp") {
      sample.received += report.packetsReceived ?? 0;
      sample.lost += report.packetsLost ?? 0;
    }
  }
  return { sample, sending };
}

/** The quality between two samples: a conversation suffers from 300 ms or 3 % loss. */
export function assessQuality(previous: CallSample | null, current: CallSample): CallQuality {
  const lost = Math.max(0, current.lost - (previous?.lost ?? 0));
  const received = Math.max(0, current.received - (previous?.received ?? 0));
  const lostShare = lost + received === 0 ? 0 : lost / (lost + received);
  const roundTrip = current.roundTrip ?? 0;
  if (lostShare > 0.1 || roundTrip > 0.6) return "weak";
  if (lostShare > 0.03 || roundTrip > 0.3) return "unsteady";
  return "good";
}
