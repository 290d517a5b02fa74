import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

/** One line per request, when it ends; none for assets and health checks. */
export class RequestLog extends LogController {
  override isLogDisabled(request: FastifyRequest): boolean {
    return request.url.startsWith("/assets/") || request.url.startsWith("/health/");
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (this.isLogDisabled(request)) return;
    const line = {
      req: request,
      res: reply,
      milliseconds: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    };
    if (error) reply.log.error({ ...line, err: error }, "request errored");
    else reply.log.info(line, "request completed");
  }
}
