/* Runs in the AudioWorklet: sends the microphone's samples to the page, about forty milliseconds at a
   time. */

declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };
declare function registerProcessor(name: string, processor: new () => object): void;

const frameSamples = 2_048;

class SamplesProcessor extends AudioWorkletProcessor {
  #frame = new Float32Array(frameSamples);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (channel === undefined) return true;
    for (const sample of channel) {
      this.#frame[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled < frameSamples) continue;
      this.port.postMessage(this.#frame, [this.#frame.buffer]);
      this.#frame = new Float32Array(frameSamples);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor("samples", SamplesProcessor);
