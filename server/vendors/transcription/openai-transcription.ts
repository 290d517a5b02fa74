import { z } from "zod";
import type { TranscriptionSettings } from "../../kernel/config/provider-settings.ts";
import { AppError } from "../../kernel/errors.ts";
import { callProvider, malformedResponseError } from "../call-provider.ts";
import type { TranscriptionService } from "./port.ts";

const provider = "The transcription service";
const answerWithin = 20_000;
/** Whisper uses the last 224 tokens of a prompt. */
const promptCharacters = 600;

const answerSchema = z.object({ text: z.string() });

/** OpenAI's `POST /v1/audio/transcriptions`, as OpenAI, vLLM and whisper.cpp's server implement it. */
export function openaiTranscription({ url, key, model }: TranscriptionSettings): TranscriptionService {
  return {
    name: model,
    async transcribe({ audio, language, vocabulary }, signal) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(audio)], { type: "audio/wav" }), "utterance.wav");
      form.append("model", model);
      form.append("language", language);
      form.append("response_format", "json");
      const prompt = vocabulary.join(", ").slice(0, promptCharacters);
      if (prompt !== "") form.append("prompt", prompt);
      const answer = await callProvider({
        provider,
        method: "POST",
        url: `${url}/audio/transcriptions`,
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
        form,
        within: answerWithin,
        signal,
      });
      if (answer.status !== 200) {
        throw new AppError("unavailable", {
          msg: `${provider} does not take our requests at the moment.`,
          retryAfterSeconds: 30,
          cause: new Error(`${provider} answered ${answer.status}`),
        });
      }
      const read = answerSchema.safeParse(answer.json);
      if (!read.success) throw malformedResponseError(provider, "a transcription", read.error);
      return read.data.text;
    },
  };
}
