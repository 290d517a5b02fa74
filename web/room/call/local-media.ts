import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { openStorage } from "../../session/session-store.ts";
import type { CallTracks } from "./room-call.ts";

export type DeviceKind = "camera" | "microphone";
/** denied: the browser or its user refused · missing: there is none · busy: another program uses it. */
export type DeviceState = "off" | "asking" | "on" | "denied" | "missing" | "busy";

export interface LocalMediaState {
  camera: DeviceState;
  microphone: DeviceState;
  isSharing: boolean;
  /** The browser can share a screen; phones cannot. */
  canShare: boolean;
  /** By choice no video is sent or received. Remembered in this browser. */
  savesData: boolean;
  tracks: CallTracks;
  /** The available devices, as far as the browser lists them: none before a device is on. */
  devices: Record<DeviceKind, MediaDeviceInfo[]>;
  /** The id of the device in use; null before one is on. */
  selected: Record<DeviceKind, string | null>;
  /** The available speakers; none if the browser does not let a page choose. */
  speakers: MediaDeviceInfo[];
  /** The id of the chosen speaker; null: the browser's default. */
  selectedSpeaker: string | null;
}

const initialState: LocalMediaState = {
  camera: "off",
  microphone: "off",
  isSharing: false,
  canShare: false,
  savesData: false,
  tracks: { camera: null, microphone: null, screen: null },
  devices: { camera: [], microphone: [] },
  selected: { camera: null, microphone: null },
  speakers: [],
  selectedSpeaker: null,
};

function deviceStateFromError(error: unknown): DeviceState {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "busy";
}

const deviceConstraints = {
  camera: { video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { max: 30 } } },
  microphone: { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } },
} satisfies Record<DeviceKind, MediaStreamConstraints>;

/** The least time for which a working device runs, in milliseconds. */
const minTrackLifeMilliseconds = 3_000;

/** Constraints for the chosen device, if it is still connected. */
function constraintsFor(kind: DeviceKind, deviceId: string | null): MediaStreamConstraints {
  const deviceConstraint = deviceId === null ? {} : { deviceId };
  return kind === "camera"
    ? { video: { ...deviceConstraints.camera.video, ...deviceConstraint } }
    : { audio: { ...deviceConstraints.microphone.audio, ...deviceConstraint } };
}

const choices = openStorage("localStorage");
const savesDataKey = "greenroom.saves-data";

/** This page's camera, microphone and shared screen: what is on, and why something is not. */
export class LocalMedia {
  readonly store = createStore<LocalMediaState>(() => ({
    ...initialState,
    canShare: typeof navigator !== "undefined" && "getDisplayMedia" in (navigator.mediaDevices ?? {}),
    savesData: choices.getItem(savesDataKey) === "yes",
  }));
  readonly #selectedDevices: Record<DeviceKind, string | null> = { camera: null, microphone: null };
  #isClosed = false;

  /** Asks for both separately: without a camera the microphone still works. Whoever saves data needs no camera. */
  async turnBothOn(): Promise<void> {
    const { savesData } = this.store.getState();
    await Promise.all([savesData ? null : this.turnOn("camera"), this.turnOn("microphone")]);
  }

  setSavesData(savesData: boolean): void {
    choices.setItem(savesDataKey, savesData ? "yes" : "no");
    this.store.setState({ savesData });
    if (savesData) this.turnOff("camera");
  }

  async turnOn(kind: DeviceKind): Promise<void> {
    this.#isClosed = false;
    const track = this.store.getState().tracks[kind];
    if (track?.readyState === "live") {
      track.enabled = true;
      this.store.setState({ [kind]: "on" });
      return;
    }
    if (this.store.getState()[kind] === "asking") return;
    this.store.setState({ [kind]: "asking" });
    // Browsers offer no devices to a page without TLS.
    if (!navigator.mediaDevices) return this.store.setState({ [kind]: "missing" });
    try {
      const stream = await navigator.mediaDevices.getUserMedia(
        constraintsFor(kind, this.#selectedDevices[kind]),
      );
      const newTrack = stream.getTracks()[0] ?? null;
      if (this.#isClosed) return newTrack?.stop();
      const startedAt = performance.now();
      newTrack?.addEventListener("ended", () => void this.#replace(kind, performance.now() - startedAt));
      this.store.setState({
        [kind]: "on",
        tracks: { ...this.store.getState().tracks, [kind]: newTrack },
        selected: { ...this.store.getState().selected, [kind]: newTrack?.getSettings().deviceId ?? null },
      });
      await this.#listDevices();
    } catch (error) {
      if (!this.#isClosed) this.store.setState({ [kind]: deviceStateFromError(error) });
    }
  }

  /** A muted microphone stays open, to be back at once; a camera closes, so that its light goes out. */
  turnOff(kind: DeviceKind): void {
    const track = this.store.getState().tracks[kind];
    if (kind === "microphone" && track) {
      track.enabled = false;
      this.store.setState({ microphone: "off" });
    } else {
      track?.stop();
      this.#clearTrack(kind, "off");
    }
  }

  /** Selects another device, and switches at once if one of the kind is on. */
  selectDevice(kind: DeviceKind, deviceId: string): void {
    this.#selectedDevices[kind] = deviceId;
    const track = this.store.getState().tracks[kind];
    const isMuted = this.store.getState()[kind] === "off" && track !== null;
    if (track === null) {
      this.store.setState({ selected: { ...this.store.getState().selected, [kind]: deviceId } });
      return;
    }
    track.stop();
    this.#clearTrack(kind, "off");
    void this.turnOn(kind).then(() => isMuted && this.turnOff(kind));
  }

  selectSpeaker(deviceId: string): void {
    this.store.setState({ selectedSpeaker: deviceId });
  }

  /** Replaces a device that is gone or no longer allowed by another one, or turns it off with the reason. */
  async #replace(kind: DeviceKind, lifeMilliseconds: number): Promise<void> {
    const isMuted = this.store.getState()[kind] === "off";
    this.#clearTrack(kind, "missing");
    // A device that ends right after its start is not retried forever.
    if (this.#isClosed || lifeMilliseconds < minTrackLifeMilliseconds) return;
    this.#selectedDevices[kind] = null;
    await this.turnOn(kind);
    if (isMuted && this.store.getState()[kind] === "on") this.turnOff(kind);
  }

  toggle(kind: DeviceKind): void {
    if (this.store.getState()[kind] === "on") this.turnOff(kind);
    else {
      if (kind === "camera") this.setSavesData(false);
      void this.turnOn(kind);
    }
  }

  /** Asks which screen to share; nothing changes when the user cancels. */
  async shareScreen(): Promise<void> {
    this.#isClosed = false;
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false });
      const screen = stream.getVideoTracks()[0] ?? null;
      if (this.#isClosed) return screen?.stop();
      // The browser has its own "stop sharing" button.
      screen?.addEventListener("ended", () => this.stopScreenShare());
      this.store.setState({
        isSharing: screen !== null,
        tracks: { ...this.store.getState().tracks, screen },
      });
    } catch (error) {
      if (deviceStateFromError(error) !== "denied") console.warn("The screen could not be shared", error);
    }
  }

  stopScreenShare(): void {
    this.store.getState().tracks.screen?.stop();
    this.store.setState({ isSharing: false, tracks: { ...this.store.getState().tracks, screen: null } });
  }

  readonly #listDevices = async (): Promise<void> => {
    const all = await navigator.mediaDevices.enumerateDevices();
    if (this.#isClosed) return;
    navigator.mediaDevices.ondevicechange = () => void this.#listDevices();
    const devicesOfKind = (kind: MediaDeviceKind) =>
      all.filter((device) => device.kind === kind && device.deviceId !== "");
    this.store.setState({
      devices: { camera: devicesOfKind("videoinput"), microphone: devicesOfKind("audioinput") },
      speakers: "setSinkId" in HTMLMediaElement.prototype ? devicesOfKind("audiooutput") : [],
    });
  };

  /** Releases all devices, until one is requested again. */
  close(): void {
    this.#isClosed = true;
    if (navigator.mediaDevices) navigator.mediaDevices.ondevicechange = null;
    for (const track of Object.values(this.store.getState().tracks)) track?.stop();
    const { canShare, savesData } = this.store.getState();
    this.store.setState({ ...initialState, canShare, savesData });
  }

  #clearTrack(kind: DeviceKind, state: DeviceState): void {
    this.store.setState({ [kind]: state, tracks: { ...this.store.getState().tracks, [kind]: null } });
  }
}

export function useLocalMedia(media: LocalMedia): LocalMediaState {
  return useStore(media.store);
}

/** A track as a `<video>` needs it; the same stream for the same track. */
export function useTrackStream(track: MediaStreamTrack | null): MediaStream | null {
  return useMemo(() => (track === null ? null : new MediaStream([track])), [track]);
}

const sampleIntervalMilliseconds = 100;
/** Below this level there is no voice. */
const silenceDecibels = -60;

/** Null in a browser whose privacy settings take Web Audio away: the call works without it. */
function openAudioContext(): AudioContext | null {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}

/** The current level of a track: 0 (silence) to 1, on the decibel scale, which matches hearing. */
export function useAudioLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const context = track && openAudioContext();
    if (!context) return;
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      // Browsers keep an audio context suspended until the user interacts with the page.
      if (context.state === "suspended") void context.resume();
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const decibels = 10 * Math.log10(Math.max(power, 1e-9));
      setLevel(Math.min(1, Math.max(0, 1 - decibels / silenceDecibels)));
    }, sampleIntervalMilliseconds);
    return () => {
      clearInterval(timer);
      setLevel(0);
      void context.close();
    };
  }, [track]);
  return level;
}
