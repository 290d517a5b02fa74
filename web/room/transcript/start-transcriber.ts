import type { TranscriptLanguage, TranscriptState } from "@greenroom/contract/room/transcript.ts";
import { DeviceTranscriber } from "./device-transcriber.ts";
import { ServiceTranscriber } from "./service-transcriber.ts";
import type { RecognitionClass } from "./speech-recognition.ts";
import type { Transcriber, TranscriberListener } from "./transcriber.ts";

interface TranscriberInput extends Pick<TranscriptState, "hasService"> {
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
  recognition?: RecognitionClass | null;
}

/** Transcribes with the operator's service if one is set, else with the browser's recognition on the device. */
export function startTranscriber({ hasService, ...input }: TranscriberInput): Transcriber {
  return hasService ? new ServiceTranscriber(input) : new DeviceTranscriber(input);
}
