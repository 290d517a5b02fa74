const rate = 16_000;

/** A WAV file of 16-bit mono samples at 16 kHz: a tone, or silence when its level is 0. */
export function toneWav({ seconds = 1, level = 0.3 } = {}): Buffer {
  const samples = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1) {
    wav.writeInt16LE(
      Math.round(Math.sin((index * 440 * 2 * Math.PI) / rate) * level * 32_767),
      44 + index * 2,
    );
  }
  return wav;
}
