import type { IceServer } from "@greenroom/contract/room/room.ts";
import type { RoomSignal } from "@greenroom/contract/room/room-messages.ts";

/**
 * The tracks that one side sends: always these three, each with a track or null, so that changes need no
 * renegotiation.
 */
export interface CallTracks {
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

/** The streams that arrive from the other side. */
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
  send(signal: { description: Description } | { candidate: Candidate }): void;
  onStreams(streams: RemoteStreams): void;
  onState(state: RTCPeerConnectionState): void;
}

const trackKinds = ["microphone", "camera", "screen"] as const;

/**
 * One call with one page of the other participant: perfect negotiation as in W3C WebRTC 1.0, section 10.7.
 */
export class PeerCall {
  readonly connection: RTCPeerConnection;
  readonly #options: PeerCallOptions;
  readonly #streams: RemoteStreams = { voice: null, camera: null, screen: null };
  #tracks: CallTracks;
  #isMakingOffer = false;
  #isIgnoringOffer = false;
  #isSettingAnswer = false;
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
        this.#runStep(() => transceiver.sender.replaceTrack(this.#tracks[kind]));
      }
    }
  }

  /** Replaces the tracks that are sent. */
  setTracks(tracks: CallTracks): void {
    this.#tracks = tracks;
    this.#runStep(() => this.#replaceTracks());
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
    if (description.type !== "offer") return;
    await this.#replaceTracks();
    await connection.setLocalDescription();
    if (connection.localDescription) this.#sendDescription(connection.localDescription);
  }

  async #replaceTracks(): Promise<void> {
    const transceivers = this.connection.getTransceivers();
    await Promise.all(
      trackKinds.map(async (line, index) => {
        const transceiver = transceivers[index];
        if (!transceiver || transceiver.direction === "stopped") return;
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
    this.#options.send({ description: { type, sdp } });
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
