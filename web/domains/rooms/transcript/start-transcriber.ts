import type { TranscriptLanguage, TranscriptState } from "@greenroom/contract/rooms/transcript.ts";
import { DeviceTranscriber } from "./device-transcriber.ts";
import { ServiceTranscriber } from "./service-transcriber.ts";
import type { RecognitionClass } from "./speech-recognition.ts";
import type { Transcriber, TranscriberListener } from "./transcriber.ts";
import type { WhisperEngine } from "./whisper/whisper-engine.ts";
import { WhisperTranscriber } from "./whisper/whisper-transcriber.ts";

interface TranscriberInput {
  methods: Pick<TranscriptState, "hasService" | "whisperUrl">;
  engine: WhisperEngine;
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
  recognition?: RecognitionClass | null;
}

/**
 * Transcribes the microphone in the best way that there is: with the operator's service if one is set; otherwise with
 * the browser's recognition on the device; and if the browser has none for this language, with Whisper in the page,
 * if the operator offers its weights.
 */
export function startTranscriber({
  methods: { hasService, whisperUrl },
  engine,
  recognition,
  ...input
}: TranscriberInput): Transcriber {
  if (hasService) return new ServiceTranscriber(input);
  const { listener } = input;
  let isStopped = false;
  let whisper: Transcriber | null = null;
  const device = new DeviceTranscriber({
    ...input,
    ...(recognition === undefined ? {} : { recognition }),
    listener: {
      onUtterance: listener.onUtterance,
      onState(state) {
        if (state !== "unavailable" || whisperUrl === null) return listener.onState(state);
        if (!isStopped) whisper ??= new WhisperTranscriber({ ...input, engine, url: whisperUrl });
      },
    },
  });
  return {
    stop() {
      isStopped = true;
      device.stop();
      whisper?.stop();
    },
  };
}
