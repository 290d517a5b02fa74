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
