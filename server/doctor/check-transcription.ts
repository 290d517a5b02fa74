import type { TranscriptionService } from "../ports/transcription.ts";
import { type Finding, runCheck } from "./finding.ts";

const answerWithin = 20_000;
/** Half a second, because services refuse less than a tenth. */
const samples = 8_000;
const samplesPerSecond = 16_000;

/** Transcribes half a second of silence. Any text in return shows that URL, key and model are right. */
export function checkTranscription(service: TranscriptionService): Promise<Finding> {
  return runCheck("transcription", async () => {
    const request = { audio: silence(), language: "en", vocabulary: [] };
    await service.transcribe(request, AbortSignal.timeout(answerWithin));
    return `${service.name} answers`;
  });
}

/** A WAV file of 16-bit mono samples. */
function silence(): Buffer<ArrayBuffer> {
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(samplesPerSecond, 24);
  wav.writeUInt32LE(samplesPerSecond * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(samples * 2, 40);
  return wav;
}
