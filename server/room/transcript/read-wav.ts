import { audioSeconds } from "@greenroom/contract/room/transcript.ts";
import { invalidField } from "../../kernel/errors.ts";

const samplesPerSecond = 16_000;
const minSeconds = 0.1;
/**
 * The speech threshold: the loudest tenth of a second, relative to full scale. Quieter audio is not sent, because
 * models invent words for silence.
 */
const silentLevel = 0.003;

export interface Speech {
  seconds: number;
  isSilent: boolean;
}

/**
 * The length of a WAV file of 16-bit mono samples at 16 kHz, and whether it contains speech. Throws
 * `invalid_input`.
 */
export function readWav(audio: Buffer): Speech {
  const text = (from: number, to: number) => audio.toString("latin1", from, to);
  const isWav =
    audio.length >= 44 &&
    text(0, 4) === "RIFF" &&
    text(8, 16) === "WAVEfmt " &&
    audio.readUInt32LE(16) === 16 &&
    text(36, 40) === "data";
  if (!isWav) throw invalidField("audio", "Send a WAV file.");
  const [format, channels, rate, bits] = [
    audio.readUInt16LE(20),
    audio.readUInt16LE(22),
    audio.readUInt32LE(24),
    audio.readUInt16LE(34),
  ];
  if (format !== 1 || channels !== 1 || rate !== samplesPerSecond || bits !== 16) {
    throw invalidField("audio", "Send 16-bit mono samples at 16 kHz.");
  }
  const bytes = audio.readUInt32LE(40);
  if (bytes !== audio.length - 44 || bytes % 2 !== 0) {
    throw invalidField("audio", "The file is incomplete, or its length doesn't match its header.");
  }
  const seconds = bytes / 2 / samplesPerSecond;
  if (seconds < minSeconds || seconds > audioSeconds) {
    throw invalidField("audio", `Send between a tenth of a second and ${audioSeconds} seconds.`);
  }
  return { seconds, isSilent: loudestLevel(audio) < silentLevel };
}

function loudestLevel(audio: Buffer): number {
  const windowLength = samplesPerSecond / 10;
  let loudest = 0;
  for (let from = 44; from < audio.length; from += windowLength * 2) {
    const to = Math.min(audio.length, from + windowLength * 2);
    let power = 0;
    for (let at = from; at < to; at += 2) power += (audio.readInt16LE(at) / 32_768) ** 2;
    loudest = Math.max(loudest, Math.sqrt(power / ((to - from) / 2)));
  }
  return loudest;
}
