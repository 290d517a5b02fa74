import { wavOf } from "../../../kernel/files.ts";
import type { TranscriptionService } from "../../../vendors/transcription/port.ts";
import { type Finding, runCheck } from "./finding.ts";

const answerWithin = 20_000;
/** Half a second, because services refuse less than a tenth. */
const samples = 8_000;
const samplesPerSecond = 16_000;

/**
 * Tells who makes transcripts. A service transcribes half a second of silence: any text in return
 * shows that URL, key and model are right.
 */
export function checkTranscription(service: TranscriptionService | null): Promise<Finding> {
  return runCheck("transcription", async () => {
    if (service === null) return "by browsers that recognize speech on the device; others make no transcript";
    const request = {
      audio: wavOf(new Int16Array(samples), samplesPerSecond),
      language: "en",
      vocabulary: [],
    };
    await service.transcribe(request, AbortSignal.timeout(answerWithin));
    return `${service.name} answers`;
  });
}
