import type { IceServer } from "@greenroom/contract/meetings.ts";
import type { RoomMedia, RoomSignal } from "@greenroom/contract/room-messages.ts";
import { type CallQuality, type CallSample, judge, readSample } from "./call-quality.ts";
import { type CallTracks, PeerCall, type RemoteStreams } from "./peer-call.ts";

/** none: nobody to call · mending: it stood, and was cut. */
export type CallState = "none" | "connecting" | "connected" | "mending";

export interface CallView {
  state: CallState;
  quality: CallQuality;
  streams: RemoteStreams;
  /** What the other one sends, as they say. */
  media: RoomMedia;
}

export const noCall: CallView = {
  state: "none",
  quality: "good",
  streams: { voice: null, camera: null, screen: null },
  media: { microphone: false, camera: false, screen: false },
};

interface RoomCallOptions {
  polite: boolean;
  send(signal: RoomSignal): void;
  onChange(view: CallView): void;
}

const watchEvery = 1_000;
/** Looks without a packet of somebody who sends some, after which they are not heard any more: browsers take longer to say so. */
const quietAfter = 3;
/** The same for somebody who is not in the room any more: what stands still is what they left behind. */
const quietAfterLeaving = 1;
/**
 * Looks without a connection before the way is sought again, and before the call is made anew: sooner when not even an
 * address was found, for what asks the relay for one asks less and less often.
 */
const [mendEvery, renewAfter, renewBareAfter] = [2, 8, 4];

/** The call of a room: finds the other's page by "hello", and mends or makes the connection anew until they meet. */
export class RoomCall {
  readonly #options: RoomCallOptions;
  #page = crypto.randomUUID();
  #otherPage: string | null = null;
  #call: PeerCall | null = null;
  #view: CallView = noCall;
  #iceServers: IceServer[] = [];
  #tracks: CallTracks = { camera: null, microphone: null, screen: null };
  #media: RoomMedia = noCall.media;
  #sample: CallSample | null = null;
  #looksWithout = 0;
  #quietLooks = 0;
  /** The other one is not in the room, as the server says: what ends then was left, not cut. */
  #isAlone = false;
  /** A call ended because the other one was taken to be gone. */
  #isGivenUp = false;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(options: RoomCallOptions) {
    this.#options = options;
  }

  useServers(servers: IceServer[]): void {
    this.#iceServers = servers;
  }

  /** The line is open, or open again. */
  greet(answer = true): void {
    this.#watch ??= setInterval(() => void this.#look(), watchEvery);
    this.#options.send({ kind: "hello", page: this.#page, answer, media: this.#media });
  }

  send(tracks: CallTracks, media: RoomMedia): void {
    this.#tracks = tracks;
    this.#media = media;
    this.#call?.send(tracks);
    if (this.#otherPage !== null) this.#options.send({ kind: "media", page: this.#page, media });
  }

  hear(signal: RoomSignal): void {
    if (signal.kind === "hello") this.#meet(signal);
    else if (signal.page !== this.#otherPage) return;
    else if (signal.kind === "media") this.#change({ media: signal.media });
    else if (signal.to !== this.#page) return;
    else if (signal.kind === "description") this.#call?.hearDescription(signal.description);
    else this.#call?.hearCandidate(signal.candidate);
  }

  /** Whether the other one is in the room. A call that still runs goes on without: perhaps only their socket is cut. */
  seeOther(isThere: boolean): void {
    this.#isAlone = !isThere;
    const isRunning =
      this.#call?.connection.connectionState === "connected" && this.#view.state === "connected";
    if (this.#isAlone && !isRunning) this.#giveUp();
  }

  close(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#hangUp();
  }

  #meet({ page, answer, media }: Extract<RoomSignal, { kind: "hello" }>): void {
    this.#isAlone = false;
    // Said before the first offer, so that the other page knows whose it is.
    if (answer) this.greet(false);
    const isKnown = page === this.#otherPage && this.#call !== null;
    if (isKnown) this.#call?.mend();
    else this.#callUp(page);
    this.#change({ media });
  }

  #callUp(page: string): void {
    const state = this.#view.state === "mending" ? "mending" : "connecting";
    this.#hangUp();
    this.#otherPage = page;
    this.#isGivenUp = false;
    this.#looksWithout = 0;
    this.#quietLooks = 0;
    this.#call = new PeerCall({
      polite: this.#options.polite,
      iceServers: this.#iceServers,
      tracks: this.#tracks,
      send: (signal) => {
        const address = { page: this.#page, to: page };
        this.#options.send(
          "description" in signal
            ? { kind: "description", ...address, ...signal }
            : { kind: "candidate", ...address, ...signal },
        );
      },
      onStreams: (streams) => this.#change({ streams }),
      onState: (state) => {
        if (state === "connected") this.#change({ state: "connected" });
        else if (this.#isAlone) this.#giveUp();
        else if (this.#view.state === "connected") this.#change({ state: "mending" });
        if (state === "failed") this.#call?.mend();
      },
    });
    this.#change({ state });
  }

  #hangUp(): void {
    this.#call?.close();
    this.#call = null;
    this.#otherPage = null;
    this.#sample = null;
    this.#change(noCall);
  }

  /** The other one has left: there is nothing to mend, and who comes back finds a new half of the call. */
  #giveUp(): void {
    if (this.#call !== null) {
      this.#isGivenUp = true;
      this.#looksWithout = 0;
      this.#page = crypto.randomUUID();
    }
    this.#hangUp();
  }

  async #look(): Promise<void> {
    const connection = this.#call?.connection;
    if (!connection) return this.#seek();
    if (connection.connectionState === "connected") {
      this.#looksWithout = 0;
      const sample = await readSample(connection);
      if (connection === this.#call?.connection) this.#listen(sample);
      return;
    }
    // What is closed tells no event, so that a call left behind may be found only here.
    if (this.#isAlone) return this.#giveUp();
    this.#looksWithout += 1;
    const { connectionState } = connection;
    const patience = connectionState === "new" ? renewBareAfter : renewAfter;
    // What is closed (no event tells of it) is past mending.
    if (connectionState === "closed" || this.#looksWithout >= patience) this.#renew();
    else if (this.#looksWithout % mendEvery === 0 && connectionState !== "connecting") this.#call?.mend();
  }

  /** Somebody who was only taken to be gone says no new hello: they are asked for one. */
  #seek(): void {
    if (!this.#isGivenUp || this.#isAlone) return;
    this.#looksWithout += 1;
    if (this.#looksWithout % mendEvery === 0) this.greet();
  }

  #listen(sample: CallSample): void {
    const { microphone, camera } = this.#view.media;
    const isQuiet = this.#sample?.received === sample.received && (microphone || camera);
    this.#quietLooks = isQuiet ? this.#quietLooks + 1 : 0;
    if (this.#isAlone && this.#quietLooks >= quietAfterLeaving) {
      this.#giveUp();
      return;
    }
    this.#change({
      state: this.#quietLooks < quietAfter ? "connected" : "mending",
      quality: judge(this.#sample, sample),
    });
    this.#sample = sample;
  }

  /** A new half of the call: the other page answers it with a new one of its own. */
  #renew(): void {
    this.#looksWithout = 0;
    const wasOn = this.#view.state === "mending";
    this.#hangUp();
    if (wasOn) this.#change({ state: "mending" });
    this.#page = crypto.randomUUID();
    this.greet();
  }

  #change(change: Partial<CallView>): void {
    this.#view = { ...this.#view, ...change };
    this.#options.onChange(this.#view);
  }
}
