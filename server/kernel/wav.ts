const headerBytes = 44;

/** A WAV file of 16-bit mono samples. */
export function wavOf(samples: Int16Array, samplesPerSecond: number): Buffer<ArrayBuffer> {
  const bytes = samples.length * 2;
  const wav = Buffer.alloc(headerBytes + bytes);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(headerBytes - 8 + bytes, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(samplesPerSecond, 24);
  wav.writeUInt32LE(samplesPerSecond * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(bytes, 40);
  for (const [index, sample] of samples.entries()) wav.writeInt16LE(sample, headerBytes + 2 * index);
  return wav;
}
