import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { contentDisposition } from "../../content-disposition.ts";

interface BytesResponse {
  content: Buffer | Readable;
  contentType: string;
  /** Offers the bytes as a download under this name. */
  fileName?: string;
}

/**
 * Sends bytes from an endpoint whose contract does not promise JSON. Fastify sends a buffer or a stream
 * without its serializer.
 */
export function sendBytes(reply: FastifyReply, { content, contentType, fileName }: BytesResponse): undefined {
  reply.type(contentType).header("x-content-type-options", "nosniff");
  if (fileName !== undefined) reply.header("content-disposition", contentDisposition(fileName));
  return content as unknown as undefined;
}
