import type { CallTracks } from "./peer-call.ts";

export type DeviceKind = "camera" | "microphone";
/** denied: the browser or its owner said no · missing: there is none · busy: another program has it. */
export type DeviceState = "off" | "asking" | "on" | "denied" | "missing" | "busy";

export interface LocalState {
  camera: DeviceState;
  microphone: DeviceState;
  isSharing: boolean;
  /** The browser can share a screen: phones cannot. */
  canShare: boolean;
  tracks: CallTracks;
  /** What there is to choose from, as far as the browser tells: nothing before a device is on. */
  devices: Record<DeviceKind, MediaDeviceInfo[]>;
  /** The id of the device in use; null before one is on. */
  used: Record<DeviceKind, string | null>;
  /** What the other one's voice can come out of; none where the browser does not let a page choose. */
  speakers: MediaDeviceInfo[];
  /** The id of the chosen one; null: the browser's own choice. */
  speaker: string | null;
}

const nothing: LocalState = {
  camera: "off",
  microphone: "off",
  isSharing: false,
  canShare: false,
  tracks: { camera: null, microphone: null, screen: null },
  devices: { camera: [], microphone: [] },
  used: { camera: null, microphone: null },
  speakers: [],
  speaker: null,
};

function whyNot(error: unknown): DeviceState {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "busy";
}

const wishes = {
  camera: { video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { max: 30 } } },
  microphone: { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } },
} satisfies Record<DeviceKind, MediaStreamConstraints>;

/** Of a device that works, in milliseconds. */
const shortestLife = 3_000;

/** What is wished for, of the chosen device if it is still there. */
function wishFor(kind: DeviceKind, deviceId: string | null): MediaStreamConstraints {
  const chosen = deviceId === null ? {} : { deviceId };
  return kind === "camera"
    ? { video: { ...wishes.camera.video, ...chosen } }
    : { audio: { ...wishes.microphone.audio, ...chosen } };
}

/** This page's camera, microphone and shared screen: what is on, and why something is not. */
export class LocalMedia {
  #state: LocalState = {
    ...nothing,
    canShare: typeof navigator !== "undefined" && "getDisplayMedia" in (navigator.mediaDevices ?? {}),
  };
  readonly #listeners = new Set<() => void>();
  readonly #chosen: Record<DeviceKind, string | null> = { camera: null, microphone: null };
  #isClosed = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): LocalState => this.#state;

  /** Asks for both, each on its own: without a camera the microphone still works. */
  async turnBothOn(): Promise<void> {
    await Promise.all([this.turnOn("camera"), this.turnOn("microphone")]);
  }

  async turnOn(kind: DeviceKind): Promise<void> {
    this.#isClosed = false;
    const track = this.#state.tracks[kind];
    if (track?.readyState === "live") {
      track.enabled = true;
      this.#change({ [kind]: "on" });
      return;
    }
    if (this.#state[kind] === "asking") return;
    this.#change({ [kind]: "asking" });
    // Browsers have no devices to give to a page without TLS.
    if (!navigator.mediaDevices) return this.#change({ [kind]: "missing" });
    try {
      const stream = await navigator.mediaDevices.getUserMedia(wishFor(kind, this.#chosen[kind]));
      const fresh = stream.getTracks()[0] ?? null;
      if (this.#isClosed) return fresh?.stop();
      const since = performance.now();
      fresh?.addEventListener("ended", () => void this.#replace(kind, performance.now() - since));
      this.#change({
        [kind]: "on",
        tracks: { ...this.#state.tracks, [kind]: fresh },
        used: { ...this.#state.used, [kind]: fresh?.getSettings().deviceId ?? null },
      });
      await this.#listDevices();
    } catch (error) {
      this.#change({ [kind]: whyNot(error) });
    }
  }

  /** A muted microphone stays in hand, to be back at once; a camera is let go, so that its light goes out. */
  turnOff(kind: DeviceKind): void {
    const track = this.#state.tracks[kind];
    if (kind === "microphone" && track) {
      track.enabled = false;
      this.#change({ microphone: "off" });
    } else {
      track?.stop();
      this.#drop(kind, "off");
    }
  }

  /** Takes another device, at once when one of the kind is on. */
  choose(kind: DeviceKind, deviceId: string): void {
    this.#chosen[kind] = deviceId;
    const track = this.#state.tracks[kind];
    const isMuted = this.#state[kind] === "off" && track !== null;
    if (track === null) {
      this.#change({ used: { ...this.#state.used, [kind]: deviceId } });
      return;
    }
    track.stop();
    this.#drop(kind, "off");
    void this.turnOn(kind).then(() => isMuted && this.turnOff(kind));
  }

  chooseSpeaker(deviceId: string): void {
    this.#change({ speaker: deviceId });
  }

  /** A device that is pulled out, or not allowed any more, gives way to another one; else it is off, and said why. */
  async #replace(kind: DeviceKind, livedMilliseconds: number): Promise<void> {
    const isMuted = this.#state[kind] === "off";
    this.#drop(kind, "missing");
    // One that ends as soon as it has begun is not tried for ever.
    if (this.#isClosed || livedMilliseconds < shortestLife) return;
    this.#chosen[kind] = null;
    await this.turnOn(kind);
    if (isMuted && this.#state[kind] === "on") this.turnOff(kind);
  }

  toggle(kind: DeviceKind): void {
    if (this.#state[kind] === "on") this.turnOff(kind);
    else void this.turnOn(kind);
  }

  /** Asks which screen; nothing changes when the answer is none. */
  async share(): Promise<void> {
    this.#isClosed = false;
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false });
      const screen = stream.getVideoTracks()[0] ?? null;
      if (this.#isClosed) return screen?.stop();
      // The browser has a "stop sharing" of its own.
      screen?.addEventListener("ended", () => this.stopSharing());
      this.#change({ isSharing: screen !== null, tracks: { ...this.#state.tracks, screen } });
    } catch (error) {
      if (whyNot(error) !== "denied") console.warn("The screen could not be shared", error);
    }
  }

  stopSharing(): void {
    this.#state.tracks.screen?.stop();
    this.#change({ isSharing: false, tracks: { ...this.#state.tracks, screen: null } });
  }

  readonly #listDevices = async (): Promise<void> => {
    const all = await navigator.mediaDevices.enumerateDevices();
    if (this.#isClosed) return;
    navigator.mediaDevices.ondevicechange = () => void this.#listDevices();
    const of = (kind: MediaDeviceKind) =>
      all.filter((device) => device.kind === kind && device.deviceId !== "");
    this.#change({
      devices: { camera: of("videoinput"), microphone: of("audioinput") },
      speakers: "setSinkId" in HTMLMediaElement.prototype ? of("audiooutput") : [],
    });
  };

  /** Lets go of all devices, until one is asked for again. */
  close(): void {
    this.#isClosed = true;
    if (navigator.mediaDevices) navigator.mediaDevices.ondevicechange = null;
    for (const track of Object.values(this.#state.tracks)) track?.stop();
    this.#change({ ...nothing, canShare: this.#state.canShare });
  }

  #drop(kind: DeviceKind, state: DeviceState): void {
    this.#change({ [kind]: state, tracks: { ...this.#state.tracks, [kind]: null } });
  }

  #change(change: Partial<LocalState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
