/* Splits a stream of samples into utterances by loudness. Pure: samples in, utterances out. */

export interface GateSettings {
  samplesPerSecond: number;
  /** Speech is this much louder than the room, and at least this loud (relative to full scale). */
  factor: number;
  minLevel: number;
  /** A pause of this many seconds ends an utterance. */
  pauseSeconds: number;
  /** Shorter sounds do not count as speech. */
  minSeconds: number;
  /** Longer speech is split. */
  maxSeconds: number;
  /** How much before the first loud moment is included, because words begin softly. */
  leadSeconds: number;
}

export const usualGate: Omit<GateSettings, "samplesPerSecond"> = {
  factor: 3,
  minLevel: 0.01,
  pauseSeconds: 0.8,
  minSeconds: 0.25,
  maxSeconds: 20,
  leadSeconds: 0.3,
};

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
  readonly #settings: GateSettings;
  /** The quietest level of each of the latest parts of `noiseSeconds`, the current part last. */
  #quietest: number[] = [];
  #partSamples = 0;
  #position = 0;
  /** The frames of the current utterance, or those that may lead into one. */
  #frames: Float32Array[] = [];
  #isSpeaking = false;
  #loudSamples = 0;
  #quietSamples = 0;

  constructor(settings: GateSettings) {
    this.#settings = settings;
  }

  /** Adds a few milliseconds of sound. Returns an utterance if one ended with them. */
  push(frame: Float32Array): CutUtterance | null {
    const { samplesPerSecond, factor, minLevel, pauseSeconds, maxSeconds } = this.#settings;
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
    const isOver = this.#quietSamples >= pauseSeconds * samplesPerSecond;
    const isLong = this.#length() >= maxSeconds * samplesPerSecond;
    return isOver || isLong ? this.flush() : null;
  }

  /** Ends the current utterance, if any. */
  flush(): CutUtterance | null {
    const { samplesPerSecond, minSeconds: leastSeconds } = this.#settings;
    const isSpeech = this.#isSpeaking && this.#loudSamples >= leastSeconds * samplesPerSecond;
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
    if (this.#partSamples >= (noiseSeconds / noiseParts) * this.#settings.samplesPerSecond)
      this.#partSamples = 0;
  }

  #dropOldFrames(): void {
    const { leadSeconds, samplesPerSecond } = this.#settings;
    while (this.#length() - (this.#frames[0]?.length ?? 0) >= leadSeconds * samplesPerSecond)
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
