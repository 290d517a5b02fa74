import type { TranscriptLanguage } from "@greenroom/contract/room/transcript.ts";
import type { Transcriber, TranscriberListener } from "./device-transcriber.ts";
import workletAddress from "./samples-worklet.ts?worker&url";

interface ServiceTranscriberInput {
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
}

/**
 * Splits the microphone's sound into utterances, as audio for the server's transcription service, from its creation
 * until it is stopped.
 */
export class ServiceTranscriber implements Transcriber {
  readonly #input: ServiceTranscriberInput;
  #context: AudioContext | null = null;
  #gate: EnergyGate | null = null;
  #isStopped = false;

  constructor(input: ServiceTranscriberInput) {
    this.#input = input;
    input.listener.onState("starting");
    this.#begin().catch((error: unknown) => {
      console.warn("The microphone's audio cannot be split into utterances", error);
      if (!this.#isStopped) input.listener.onState("unavailable");
      this.stop();
    });
  }

  /** Stops listening, and passes on an utterance that has begun. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const rest = this.#gate?.flush() ?? null;
    if (rest !== null && this.#context !== null) this.#emit(rest, this.#context.sampleRate);
    void this.#context?.close();
    this.#context = null;
  }

  async #begin(): Promise<void> {
    const context = new AudioContext();
    this.#context = context;
    await context.audioWorklet.addModule(workletAddress);
    if (this.#isStopped) return;
    const node = new AudioWorkletNode(context, "samples", { numberOfOutputs: 0 });
    const gate = new EnergyGate(context.sampleRate);
    this.#gate = gate;
    node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      const cut = this.#isStopped ? null : gate.push(data);
      if (cut !== null) this.#emit(cut, context.sampleRate);
    };
    context.createMediaStreamSource(new MediaStream([this.#input.track])).connect(node);
    // Browsers keep an audio context suspended until the user interacts with the page.
    if (context.state === "suspended") await context.resume();
    if (!this.#isStopped) this.#input.listener.onState("listening");
  }

  #emit({ samples }: CutUtterance, rate: number): void {
    const { language, listener } = this.#input;
    const endedAt = Date.now();
    const startedAt = endedAt - (samples.length / rate) * 1000;
    const words = { wav: encodeWav(resample(samples, rate, wavRate)) };
    listener.onUtterance({ id: crypto.randomUUID(), language, startedAt, endedAt, words });
  }
}

/* Splits a stream of samples into utterances by loudness. Pure: samples in, utterances out. */

/** Speech is this much louder than the room, and at least this loud (relative to full scale). */
const factor = 3;
const minLevel = 0.01;
/** A pause of this many seconds ends an utterance. */
const pauseSeconds = 0.8;
/** Shorter sounds do not count as speech. */
const minSeconds = 0.25;
/** Longer speech is split. */
const maxSeconds = 20;
/** How much before the first loud moment is included, because words begin softly. */
const leadSeconds = 0.3;

export interface CutUtterance {
  samples: Float32Array;
  /** Counted in samples from the start of the stream. */
  from: number;
  to: number;
}

/**
 * The noise level of the room is the quietest moment of this time. Speech has softer moments in it, whereas a fan does
 * not, so a fan that is louder than `minLevel` does not count as one long utterance.
 */
const noiseSeconds = 4;
const noiseParts = 8;

/** Tracks the noise level of the room, and collects what is louder. */
export class EnergyGate {
  readonly #samplesPerSecond: number;
  /** The quietest level of each of the latest parts of `noiseSeconds`, the current part last. */
  #quietest: number[] = [];
  #partSamples = 0;
  #position = 0;
  /** The frames of the current utterance, or those that may lead into one. */
  #frames: Float32Array[] = [];
  #isSpeaking = false;
  #loudSamples = 0;
  #quietSamples = 0;

  constructor(samplesPerSecond: number) {
    this.#samplesPerSecond = samplesPerSecond;
  }

  /** Adds a few milliseconds of sound. Returns an utterance if one ended with them. */
  push(frame: Float32Array): CutUtterance | null {
    const level = loudness(frame);
    const isLoud = level >= Math.max(minLevel, this.#noise() * factor);
    this.#trackNoise(level, frame.length);
    this.#position += frame.length;
    this.#frames.push(frame);
    if (isLoud) {
      this.#isSpeaking = true;
      this.#loudSamples += frame.length;
      this.#quietSamples = 0;
    } else if (this.#isSpeaking) {
      this.#quietSamples += frame.length;
    } else {
      this.#dropOldFrames();
      return null;
    }
    const isOver = this.#quietSamples >= pauseSeconds * this.#samplesPerSecond;
    const isLong = this.#length() >= maxSeconds * this.#samplesPerSecond;
    return isOver || isLong ? this.flush() : null;
  }

  /** Ends the current utterance, if any. */
  flush(): CutUtterance | null {
    const isSpeech = this.#isSpeaking && this.#loudSamples >= minSeconds * this.#samplesPerSecond;
    const samples = isSpeech ? join(this.#frames) : null;
    this.#frames = [];
    this.#isSpeaking = false;
    this.#loudSamples = 0;
    this.#quietSamples = 0;
    return samples && { samples, from: this.#position - samples.length, to: this.#position };
  }

  /** Zero during the first seconds, so that somebody who speaks at once does not count as noise. */
  #noise(): number {
    return this.#quietest.length < noiseParts ? 0 : Math.min(...this.#quietest);
  }

  #trackNoise(level: number, samples: number): void {
    if (this.#partSamples === 0) {
      this.#quietest.push(level);
      if (this.#quietest.length > noiseParts) this.#quietest.shift();
    } else {
      const last = this.#quietest.length - 1;
      this.#quietest[last] = Math.min(this.#quietest[last] ?? level, level);
    }
    this.#partSamples += samples;
    if (this.#partSamples >= (noiseSeconds / noiseParts) * this.#samplesPerSecond) this.#partSamples = 0;
  }

  #dropOldFrames(): void {
    while (this.#length() - (this.#frames[0]?.length ?? 0) >= leadSeconds * this.#samplesPerSecond)
      this.#frames.shift();
  }

  #length(): number {
    return this.#frames.reduce((sum, frame) => sum + frame.length, 0);
  }
}

function loudness(frame: Float32Array): number {
  let power = 0;
  for (const sample of frame) power += sample * sample;
  return Math.sqrt(power / Math.max(1, frame.length));
}

function join(frames: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    joined.set(frame, at);
    at += frame.length;
  }
  return joined;
}

/* Encodes samples as a WAV file of 16-bit mono samples at 16 kHz, which transcription services handle
   best. */

export const wavRate = 16_000;

/**
 * Converts samples to another rate. For a lower rate, each sample is the mean of those it replaces, so that
 * high tones do not alias.
 */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const ratio = from / to;
  const resampled = new Float32Array(Math.floor(samples.length / ratio));
  for (let index = 0; index < resampled.length; index += 1) {
    const first = Math.floor(index * ratio);
    const last = Math.max(first + 1, Math.min(samples.length, Math.floor((index + 1) * ratio)));
    let sum = 0;
    for (let at = first; at < last; at += 1) sum += samples[at] ?? 0;
    resampled[index] = sum / (last - first);
  }
  return resampled;
}

/** A whole WAV file with a header of 44 bytes. */
export function encodeWav(samples: Float32Array): ArrayBuffer {
  const file = new ArrayBuffer(44 + samples.length * 2);
  const view = new DataView(file);
  const text = (at: number, value: string) => {
    for (let index = 0; index < value.length; index += 1) view.setUint8(at + index, value.charCodeAt(index));
  };
  text(0, "RIFF");
  view.setUint32(4, file.byteLength - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, wavRate, true);
  view.setUint32(28, wavRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    view.setInt16(44 + index * 2, Math.round(clipped * 32_767), true);
  });
  return file;
}
