import type { FastifyReply } from "fastify";
import { AppError } from "../../errors.ts";

/** Aborted when the reader of this response closes the connection before its end. */
export function readerSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const abort = () => {
    if (raw.writableFinished) return;
    left.abort(
      new AppError("unavailable", { msg: "The connection was closed before the file was complete." }),
    );
  };
  if (raw.destroyed || raw.socket?.destroyed === true) abort();
  else raw.once("close", abort);
  return left.signal;
}
