import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { attachment } from "./files.ts";

interface Bytes {
  content: Buffer | Readable;
  contentType: string;
  /** Offers it as a download under this name. */
  fileName?: string;
}

/** Answers with bytes where the contract promises no JSON: Fastify sends a buffer or a stream as it is, past its serializer. */
export function answerBytes(reply: FastifyReply, { content, contentType, fileName }: Bytes): undefined {
  reply.type(contentType).header("x-content-type-options", "nosniff");
  if (fileName !== undefined) reply.header("content-disposition", attachment(fileName));
  return content as unknown as undefined;
}
