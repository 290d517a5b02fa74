import type { TranscriptLanguage } from "@greenroom/contract/room/transcript.ts";
import { encodeWav } from "./encode-wav.ts";
import type { Transcriber, TranscriberListener } from "./transcriber.ts";
import { UtteranceMicrophone } from "./utterance-microphone.ts";

interface ServiceTranscriberInput {
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
}

/** Splits the microphone's sound into utterances, as audio for the server's transcription service. */
export class ServiceTranscriber implements Transcriber {
  readonly #microphone: UtteranceMicrophone;

  constructor({ track, language, listener }: ServiceTranscriberInput) {
    listener.onState("starting");
    this.#microphone = new UtteranceMicrophone({
      track,
      onState: (state) => listener.onState(state === "failed" ? "unavailable" : state),
      onUtterance: ({ samples, startedAt, endedAt }) =>
        listener.onUtterance({
          id: crypto.randomUUID(),
          language,
          startedAt,
          endedAt,
          words: { wav: encodeWav(samples) },
        }),
    });
  }

  stop(): void {
    this.#microphone.stop();
  }
}
