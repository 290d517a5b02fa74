import { resample, wavRate } from "./encode-wav.ts";
import { type CutUtterance, EnergyGate, usualGate } from "./energy-gate.ts";
import workletAddress from "./samples-worklet.ts?worker&url";

/** The sound of an utterance: mono samples at 16 kHz, with times by this page's clock in milliseconds. */
export interface RecordedUtterance {
  samples: Float32Array;
  startedAt: number;
  endedAt: number;
}

export interface UtteranceMicrophoneInput {
  track: MediaStreamTrack;
  onUtterance(utterance: RecordedUtterance): void;
  /** `failed`: the browser cannot read the microphone's samples. */
  onState(state: "listening" | "failed"): void;
}

/** Splits the microphone's sound into utterances, from its creation until it is stopped. */
export class UtteranceMicrophone {
  readonly #input: UtteranceMicrophoneInput;
  #context: AudioContext | null = null;
  #gate: EnergyGate | null = null;
  #isStopped = false;

  constructor(input: UtteranceMicrophoneInput) {
    this.#input = input;
    this.#begin().catch((error: unknown) => {
      console.warn("The microphone's audio cannot be split into utterances", error);
      if (!this.#isStopped) input.onState("failed");
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
    const gate = new EnergyGate({ ...usualGate, samplesPerSecond: context.sampleRate });
    this.#gate = gate;
    node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      const cut = this.#isStopped ? null : gate.push(data);
      if (cut !== null) this.#emit(cut, context.sampleRate);
    };
    context.createMediaStreamSource(new MediaStream([this.#input.track])).connect(node);
    // Browsers keep an audio context suspended until the user interacts with the page.
    if (context.state === "suspended") await context.resume();
    if (!this.#isStopped) this.#input.onState("listening");
  }

  #emit({ samples }: CutUtterance, rate: number): void {
    const endedAt = Date.now();
    const startedAt = endedAt - (samples.length / rate) * 1000;
    this.#input.onUtterance({ samples: resample(samples, rate, wavRate), startedAt, endedAt });
  }
}
