import type { IceServer } from "@greenroom/contract/meetings.ts";
import type { RoomSignal } from "@greenroom/contract/room-messages.ts";

/** What one side sends: always these three lines, each with a track or without, so that nothing needs to be agreed on anew. */
export interface CallTracks {
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

/** What comes from the other side. */
export interface RemoteStreams {
  voice: MediaStream | null;
  camera: MediaStream | null;
  screen: MediaStream | null;
}

type Description = Extract<RoomSignal, { kind: "description" }>["description"];
type Candidate = Extract<RoomSignal, { kind: "candidate" }>["candidate"];

interface PeerCallOptions {
  /** The polite one gives way when both make an offer at once. */
  polite: boolean;
  iceServers: IceServer[];
  tracks: CallTracks;
  send(signal: { description: Description } | { candidate: Candidate }): void;
  onStreams(streams: RemoteStreams): void;
  onState(state: RTCPeerConnectionState): void;
}

const lines = ["microphone", "camera", "screen"] as const;

/** One call with one page of the other: perfect negotiation as in W3C WebRTC 1.0, section 10.7. */
export class PeerCall {
  readonly connection: RTCPeerConnection;
  readonly #options: PeerCallOptions;
  readonly #streams: RemoteStreams = { voice: null, camera: null, screen: null };
  #tracks: CallTracks;
  #isMakingOffer = false;
  #isIgnoringOffer = false;
  #isSettingAnswer = false;
  /** What the other one says is taken one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: PeerCallOptions) {
    this.#options = options;
    this.#tracks = options.tracks;
    const connection = new RTCPeerConnection({ iceServers: options.iceServers as RTCIceServer[] });
    this.connection = connection;
    connection.onnegotiationneeded = () => this.#run(() => this.#offer());
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) options.send({ candidate: candidate.toJSON() as Candidate });
    };
    connection.ontrack = ({ track, transceiver }) => this.#receive(track, transceiver);
    connection.onconnectionstatechange = () => options.onState(connection.connectionState);
    // One of the two lays the lines out; the other takes them as they come with the first offer.
    if (!options.polite) {
      for (const line of lines) {
        const transceiver = connection.addTransceiver(line === "microphone" ? "audio" : "video");
        this.#run(() => transceiver.sender.replaceTrack(this.#tracks[line]));
      }
    }
  }

  /** Puts other tracks on the lines. */
  send(tracks: CallTracks): void {
    this.#tracks = tracks;
    this.#run(() => this.#fill());
  }

  hearDescription(description: Description): void {
    this.#work = this.#work.then(() => this.#run(() => this.#answer(description)));
  }

  hearCandidate(candidate: Candidate): void {
    this.#work = this.#work.then(() =>
      this.#run(async () => {
        try {
          await this.connection.addIceCandidate(candidate as RTCIceCandidateInit);
        } catch (error) {
          if (!this.#isIgnoringOffer) throw error;
        }
      }),
    );
  }

  /** After a cut: what may have been lost on the way is said again, and another way is looked for when this one is gone. */
  mend(): void {
    const { localDescription, signalingState, connectionState } = this.connection;
    if (signalingState === "have-local-offer" && localDescription) this.#sendDescription(localDescription);
    else if (connectionState !== "connected" && connectionState !== "new") this.connection.restartIce();
  }

  close(): void {
    this.connection.onconnectionstatechange = null;
    this.connection.close();
  }

  async #offer(): Promise<void> {
    try {
      this.#isMakingOffer = true;
      await this.connection.setLocalDescription();
      if (this.connection.localDescription) this.#sendDescription(this.connection.localDescription);
    } finally {
      this.#isMakingOffer = false;
    }
  }

  async #answer(description: Description): Promise<void> {
    const { connection } = this;
    const isReady = !this.#isMakingOffer && (connection.signalingState === "stable" || this.#isSettingAnswer);
    const isCollision = description.type === "offer" && !isReady;
    this.#isIgnoringOffer = !this.#options.polite && isCollision;
    if (this.#isIgnoringOffer) return;
    // An answer to an offer that was taken back by a collision has nothing to answer any more.
    if (description.type === "answer" && connection.signalingState === "stable") return;
    this.#isSettingAnswer = description.type === "answer";
    await connection.setRemoteDescription(description);
    this.#isSettingAnswer = false;
    if (description.type !== "offer") return;
    await this.#fill();
    await connection.setLocalDescription();
    if (connection.localDescription) this.#sendDescription(connection.localDescription);
  }

  async #fill(): Promise<void> {
    const transceivers = this.connection.getTransceivers();
    await Promise.all(
      lines.map(async (line, index) => {
        const transceiver = transceivers[index];
        if (!transceiver || transceiver.direction === "stopped") return;
        transceiver.direction = "sendrecv";
        await transceiver.sender.replaceTrack(this.#tracks[line]);
      }),
    );
  }

  #receive(track: MediaStreamTrack, transceiver: RTCRtpTransceiver): void {
    const line = lines[this.connection.getTransceivers().indexOf(transceiver)];
    if (line) this.#streams[line === "microphone" ? "voice" : line] = new MediaStream([track]);
    this.#options.onStreams({ ...this.#streams });
  }

  #sendDescription({ type, sdp }: RTCSessionDescription): void {
    this.#options.send({ description: { type, sdp } });
  }

  /** A step that fails leaves the call to its watcher, which mends it or makes a new one; a closed call is past all that. */
  async #run(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (this.connection.signalingState !== "closed") console.warn("A step of the call failed", error);
    }
  }
}
