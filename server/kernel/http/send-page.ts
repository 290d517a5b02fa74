import type { FastifyReply, FastifyRequest } from "fastify";
import type { Page } from "../db/keyset.ts";

/** The rows of a page. When there are more, the `Link` header has the address of the next page (RFC 8288). */
export function sendPage<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { rows, next }: Page<Row>,
): Row[] {
  if (next !== null) {
    const address = new URL(request.url, "https://own.invalid");
    address.searchParams.set("after", next);
    reply.header("link", `<${address.pathname}${address.search}>; rel="next"`);
  }
  return rows;
}
