import { z } from "zod";
import { endpoint, idSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { requiredText } from "../kernel/text.ts";
import { parties } from "../schedule/bookings.ts";

/** The longest utterance, in characters. */
export const utteranceCharacters = 20_000;

/* The transcript of an interview: written only while both parties agree to it. */

export const transcriptLanguages = ["en", "hi"] as const;
export type TranscriptLanguage = (typeof transcriptLanguages)[number];

/** The longest delay between the start of an utterance and its arrival at the server. */
export const utteranceDelaySeconds = 600;
/** The longest utterance. The page splits longer speech. */
export const utteranceSeconds = 60;
/** The longest audio clip that is sent to be transcribed. */
export const audioSeconds = 30;
/** 16-bit mono samples at 16 kHz, and the file's header. */
export const maxAudioBytes = 44 + audioSeconds * 16_000 * 2;

export const transcriptStateSchema = z.object({
  /** The parties that agree at the moment. */
  agreed: z.array(z.enum(parties)),
  /** Since when both agree; null while they do not. */
  bothSince: wireInstantSchema.nullable(),
  /** The server uses a transcription service; otherwise the browser transcribes on the device. */
  hasService: z.boolean(),
  /** The transcript contains at least one utterance. */
  hasUtterances: z.boolean(),
});
export type TranscriptState = z.infer<typeof transcriptStateSchema>;

export const setConsent = endpoint("PUT /api/rooms/:id/transcript/consent", {
  access: "signed-in",
  conditionalLimit: { name: "transcript-consent-by-user", counts: "only consents, never a withdrawal" },
  summary: "Agree to the transcript of my interview, or withdraw; withdrawing ends it for both",
  body: z.strictObject({ agree: z.boolean("Say true or false.") }),
  output: transcriptStateSchema,
});

const languageSchema = z.enum(transcriptLanguages, "Choose English (en) or Hindi (hi).");
const textSchema = requiredText({ label: "The text", max: utteranceCharacters });

const delayMessage = `The words can have started 0 to ${utteranceDelaySeconds} seconds ago.`;
const durationMessage = `The words can take 0 to ${utteranceSeconds} seconds.`;

export const addUtterance = endpoint("POST /api/rooms/:id/utterances", {
  access: "signed-in",
  limit: "utterance-by-user",
  summary: "Add my words to the transcript, while both agree to it and the interview is in progress",
  body: z.strictObject({
    /** The page creates it, so that an utterance that is sent again counts once. */
    id: idSchema,
    text: textSchema,
    language: languageSchema,
    startedSecondsAgo: z.number(delayMessage).min(0, delayMessage).max(utteranceDelaySeconds, delayMessage),
    durationSeconds: z.number(durationMessage).min(0, durationMessage).max(utteranceSeconds, durationMessage),
  }),
  output: z.object({ id: idSchema, at: wireInstantSchema }),
  status: 201,
});

const delayTextSchema = z
  .string(delayMessage)
  .regex(/^\d{1,4}(?:\.\d{1,6})?$/, delayMessage)
  .transform(Number)
  .pipe(z.number().max(utteranceDelaySeconds, delayMessage));

export const addUtteranceAudio = endpoint("POST /api/rooms/:id/utterance-audio", {
  access: "signed-in",
  limit: "utterance-audio-by-user",
  summary:
    "Have my audio transcribed by the configured service and added to the transcript; the audio is not stored",
  query: z.strictObject({
    id: idSchema,
    language: languageSchema,
    startedSecondsAgo: delayTextSchema,
  }),
  multipart: "audio",
  /** Null when no words were recognized. */
  output: z.object({ id: idSchema, at: wireInstantSchema, text: z.string() }).nullable(),
});

export const correctUtterance = endpoint("PUT /api/rooms/:id/utterances/:utteranceId", {
  access: "signed-in",
  limit: "correction-by-user",
  summary: "Correct the text of my own words, until the report is made",
  params: z.strictObject({ id: idSchema, utteranceId: idSchema }),
  body: z.strictObject({ text: textSchema }),
  output: z.object({ id: idSchema, text: z.string(), originalText: z.string().nullable() }),
});

export const deleteTranscript = endpoint("DELETE /api/rooms/:id/transcript", {
  access: "signed-in",
  limit: "transcript-consent-by-user",
  summary: "End the transcript of my interview, and delete the words of both parties, not only my own",
  status: 204,
});
