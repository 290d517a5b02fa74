import "@fastify/multipart";
import { fileRequired } from "@greenroom/contract/feedback.ts";
import type { FastifyRequest } from "fastify";
import type { SentFile } from "../pdf/check-pdf.ts";
import { AppError, invalidField } from "./errors.ts";

/**
 * The one file of a multipart request, from the field `field`. Throws `invalid_input` when there is none and
 * `payload_too_large` past the server's limit, at which reading stops.
 */
export async function readUpload(request: FastifyRequest, field: string): Promise<SentFile> {
  if (request.headers["content-type"] === undefined) throw invalidField(field, fileRequired);
  const part = await request.file();
  if (part === undefined) throw invalidField(field, fileRequired);
  const content = await part.toBuffer();
  // A file that was cut at the limit looks whole to whoever does not ask.
  if (part.file.truncated)
    throw new AppError("payload_too_large", { msg: "The file is too large: at most 10 MB." });
  if (part.fieldname !== field) throw invalidField(field, fileRequired);
  const sent = { fileName: part.filename ?? "", contentType: part.mimetype, content };
  // A form that was sent without a choice carries a nameless, empty file.
  if (sent.fileName === "" && content.length === 0) throw invalidField(field, fileRequired);
  return sent;
}
