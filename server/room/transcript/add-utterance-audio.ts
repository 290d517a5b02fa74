import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import type { TranscriptLanguage } from "@greenroom/contract/room/transcript.ts";
import { utteranceCharacters } from "@greenroom/contract/room/transcript.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { createSemaphore } from "../../kernel/semaphore.ts";
import { addUtterance, checkBeforeTranscribing } from "./add-utterance.ts";
import { listVocabulary } from "./list-vocabulary.ts";
import { readWav } from "./read-wav.ts";
import type { Utterance } from "./transcript-store.ts";

/** Limits concurrent requests to the transcription service. */
const serviceSemaphore = createSemaphore({
  places: 8,
  maxWaiting: 40,
  busyMessage: "The transcription service is busy right now. Please try again in a few seconds.",
});

/** Timeout of the service, in milliseconds. */
const answerWithin = 20_000;

interface UtteranceAudio {
  id: string;
  bookingId: string;
  /** By the server's clock. */
  startedAt: Date;
  language: TranscriptLanguage;
  audio: Buffer;
}

/**
 * Transcribes what the actor said and adds it to the transcript. The audio stays in memory and is not stored.
 * Returns null if no words were recognized. Throws `invalid_input` for audio in another format, `conflict` like
 * `addUtterance`, and `unavailable` while the service is unavailable.
 */
export async function addUtteranceAudio(
  deps: Deps,
  actor: Actor,
  { audio, ...said }: UtteranceAudio,
): Promise<Utterance | null> {
  const { transcription } = deps;
  // Checks access to the room first, so that outsiders learn nothing about this installation's settings.
  const stored = await checkBeforeTranscribing(deps, actor, said);
  if (stored !== null) return stored;
  if (transcription === null) {
    throw new AppError("conflict", { msg: "No transcription service is set. Send the text instead." });
  }
  const { seconds, isSilent } = readWav(audio);
  if (isSilent) return null;
  const vocabulary = await listVocabulary(deps.database, said.bookingId);
  const answer = await serviceSemaphore.run(() =>
    transcription.transcribe(
      { audio, language: said.language, vocabulary },
      AbortSignal.timeout(answerWithin),
    ),
  );
  const text = asStoredText(answer);
  if (text === "") return null;
  const endedAt = new Date(said.startedAt.getTime() + seconds * 1000);
  // If someone ended the transcript meanwhile, this throws and discards the words, as it should.
  return await addUtterance(deps, actor, { ...said, text, endedAt });
}

/** Reduces the model's output to one line of plain text. */
function asStoredText(answer: string): string {
  return cutText(answer.replace(/[\p{Cc}\s]+/gu, " "), utteranceCharacters).trim();
}
