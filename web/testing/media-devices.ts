import { beforeEach, vi } from "vitest";

/* A document without a browser has no camera, microphone or speaker. */

export type InputKind = "camera" | "microphone";

/** A track of a device. `end` is what the browser does when the device is unplugged. */
export class DeviceTrack extends EventTarget {
  enabled = true;
  readyState: "live" | "ended" = "live";
  readonly kind: "video" | "audio";
  readonly deviceId: string;

  constructor(kind: InputKind, deviceId: string) {
    super();
    this.kind = kind === "camera" ? "video" : "audio";
    this.deviceId = deviceId;
  }

  getSettings() {
    return { deviceId: this.deviceId };
  }

  clone(): DeviceTrack {
    return new DeviceTrack(this.kind === "video" ? "camera" : "microphone", this.deviceId);
  }

  stop(): void {
    this.readyState = "ended";
  }

  end(): void {
    this.stop();
    this.dispatchEvent(new Event("ended"));
  }
}

export interface BrowserDevices {
  /** The labels of the connected devices, which are their ids, too. */
  camera: string[];
  microphone: string[];
  speakers: string[];
  /** The error with which the browser refuses a kind; "asking" until the person has answered. */
  refusals: Partial<Record<InputKind, string>>;
  /** How loud the microphone is, 0 to 1. */
  loudness: number;
  /** All tracks that were handed out, in order. */
  tracks: DeviceTrack[];
  /** The speakers on which something was played; "" is the default. */
  played: string[];
  /** The browser says that a device was connected or removed. */
  change(): void;
}

/** Gives the page devices as a browser does. Each test begins with one of each kind. */
export function provideMediaDevices(): BrowserDevices {
  const browser: BrowserDevices = { ...initial(), change: () => void mediaDevices.ondevicechange?.() };
  const mediaDevices = {
    ondevicechange: null as (() => void) | null,
    async getUserMedia(constraints: MediaStreamConstraints) {
      const kind: InputKind = constraints.video ? "camera" : "microphone";
      const refusal = browser.refusals[kind];
      if (refusal === "asking") await new Promise(() => undefined);
      if (refusal !== undefined) throw new DOMException("refused", refusal);
      const { deviceId } = (constraints.video || constraints.audio) as { deviceId?: string };
      const connected = browser[kind];
      const chosen = deviceId !== undefined && connected.includes(deviceId) ? deviceId : connected[0];
      if (chosen === undefined) throw new DOMException("none", "NotFoundError");
      const track = new DeviceTrack(kind, chosen);
      browser.tracks.push(track);
      return { getTracks: () => [track], getAudioTracks: () => (kind === "microphone" ? [track] : []) };
    },
    async enumerateDevices() {
      const listed = (kind: MediaDeviceKind, labels: string[]) =>
        labels.map((label) => ({ kind, deviceId: label, label }));
      return [
        ...listed("videoinput", browser.camera),
        ...listed("audioinput", browser.microphone),
        ...listed("audiooutput", browser.speakers),
      ];
    },
  };
  beforeEach(() => {
    Object.assign(browser, initial());
    mediaDevices.ondevicechange = null;
    Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices, configurable: true });
    vi.stubGlobal("AudioContext", audioContextOf(browser));
    Object.assign(HTMLMediaElement.prototype, {
      async setSinkId(this: HTMLMediaElement, speaker: string) {
        if (!browser.speakers.includes(speaker)) throw new DOMException("none", "NotFoundError");
        browser.played.push(speaker);
      },
      play: async () => undefined,
    });
  });
  return browser;
}

const initial = () => ({
  camera: ["Built-in camera"],
  microphone: ["Built-in microphone"],
  speakers: ["Built-in speaker"],
  refusals: {},
  loudness: 0,
  tracks: [],
  played: [],
});

/** Measures what the microphone hears, and notes what is played on the default speaker. */
const audioContextOf = (browser: BrowserDevices) =>
  class {
    state = "running";
    currentTime = 0;
    destination = "the default speaker";
    createAnalyser() {
      return {
        fftSize: 0,
        getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(browser.loudness),
      };
    }
    createMediaStreamSource() {
      return { connect: () => undefined };
    }
    createMediaStreamDestination() {
      return { stream: new MediaStream() };
    }
    createGain() {
      const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
      const connect = (to: unknown) => void (to === this.destination && browser.played.push(""));
      return { gain, connect };
    }
    createOscillator() {
      const nothing = () => undefined;
      return { frequency: { setValueAtTime: nothing }, connect: nothing, start: nothing, stop: nothing };
    }
    async resume() {}
    async close() {}
  };
