import "@fastify/multipart";
import { addUtteranceAudio, maxAudioBytes } from "@greenroom/contract/room/transcript.ts";
import type { FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { rejectTruncatedForm } from "../../kernel/http/files/receive-upload.ts";

const field = addUtteranceAudio.multipart ?? "audio";

/**
 * Reads the audio of a multipart request into memory; it is never written to a file. Throws `invalid_input` if
 * there is none, and `payload_too_large`.
 */
export async function readAudio(request: FastifyRequest): Promise<Buffer> {
  if (request.headers["content-type"] === undefined) throw invalidField(field, "Send the audio as a file.");
  // One byte over the limit, so that a file that the parser truncates is known to be too large.
  const limits = { fileSize: maxAudioBytes + 1 };
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(rejectTruncatedForm);
  if (part === undefined || part.fieldname !== field) throw invalidField(field, "Send the audio as a file.");
  const audio = await part.toBuffer().catch(rejectTruncatedForm);
  if (audio.length > maxAudioBytes) {
    throw new AppError("payload_too_large", { msg: "This audio is longer than one utterance may be." });
  }
  return audio;
}
