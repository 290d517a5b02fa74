import type { TranscriptLanguage } from "@greenroom/contract/rooms/transcript.ts";
import type { Transcriber, TranscriberListener } from "../transcriber.ts";
import { UtteranceMicrophone } from "../utterance-microphone.ts";
import type { WhisperEngine } from "./whisper-engine.ts";

interface WhisperTranscriberInput {
  engine: WhisperEngine;
  /** The folder that contains the model's files. */
  url: string;
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
}

/** Transcribes this page's microphone with Whisper, on this device. */
export class WhisperTranscriber implements Transcriber {
  readonly #microphone: UtteranceMicrophone;
  #isStopped = false;

  constructor({ engine, url, track, language, listener }: WhisperTranscriberInput) {
    engine.start({
      url,
      language,
      onState: (state) => {
        if (!this.#isStopped) listener.onState(state);
      },
    });
    this.#microphone = new UtteranceMicrophone({
      track,
      onState: (state) => {
        if (state === "failed") listener.onState("unavailable");
      },
      onUtterance: ({ samples, startedAt, endedAt }) =>
        engine.add({
          samples,
          language,
          startedAt,
          onText: (text) =>
            listener.onUtterance({
              id: crypto.randomUUID(),
              language,
              startedAt,
              endedAt,
              words: { text },
            }),
        }),
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#microphone.stop();
  }
}
