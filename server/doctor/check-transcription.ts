import { wavOf } from "../core/wav.ts";
import type { TranscriptionService } from "../ports/transcription.ts";
import { type Finding, runCheck } from "./finding.ts";

const answerWithin = 20_000;
/** Half a second, because services refuse less than a tenth. */
const samples = 8_000;
const samplesPerSecond = 16_000;

/** Transcribes half a second of silence. Any text in return shows that URL, key and model are right. */
export function checkTranscription(service: TranscriptionService): Promise<Finding> {
  return runCheck("transcription", async () => {
    const request = {
      audio: wavOf(new Int16Array(samples), samplesPerSecond),
      language: "en",
      vocabulary: [],
    };
    await service.transcribe(request, AbortSignal.timeout(answerWithin));
    return `${service.name} answers`;
  });
}
