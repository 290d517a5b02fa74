import type { TranscriptLanguage } from "@greenroom/contract/rooms/transcript.ts";
import { encodeWav, resample, wavRate } from "./encode-wav.ts";
import { type CutUtterance, EnergyGate, usualGate } from "./energy-gate.ts";
import workletAddress from "./samples-worklet.ts?worker&url";
import type { Transcriber, TranscriberListener } from "./transcriber.ts";

interface ServiceTranscriberInput {
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
}

/** Splits the microphone's sound into utterances, as audio for the server's transcription service. */
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
    if (!this.#isStopped) this.#input.listener.onState("listening");
  }

  #emit({ samples }: CutUtterance, rate: number): void {
    const endedAt = Date.now();
    const startedAt = endedAt - (samples.length / rate) * 1000;
    const wav = encodeWav(resample(samples, rate, wavRate));
    this.#input.listener.onUtterance({
      id: crypto.randomUUID(),
      language: this.#input.language,
      startedAt,
      endedAt,
      words: { wav },
    });
  }
}
