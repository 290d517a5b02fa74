import type { ErrorBody, ErrorCode, FieldProblem } from "@greenroom/contract/errors.ts";

/** The server answered, and the answer was no. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** The server's sentence for people; empty when the answer did not come from our server (a proxy's page). */
  readonly msg: string;
  readonly details: ErrorBody["details"];
  readonly requestId: string | null;
  /** From `Retry-After`, null when the server named no time. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds: number | null) {
    super(body.msg || `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? (status >= 502 && status <= 504 ? "unavailable" : "internal");
    this.msg = body.msg ?? "";
    this.details = body.details;
    this.requestId = body.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server could not be reached, did not answer in time, or its answer broke off. */
export class NetworkError extends Error {
  readonly timedOut: boolean;

  constructor(message: string, options: ErrorOptions & { timedOut?: boolean } = {}) {
    super(message, options);
    this.name = "NetworkError";
    this.timedOut = options.timedOut ?? false;
  }
}

/**
 * The sentence for a failed call, as the spec's catalogue has it: the server's own `msg` first, `failed` where it
 * gave none, `network` where there was no answer.
 */
export function messageOf(error: unknown, sentences: { failed: string; network: string }): string {
  if (error instanceof NetworkError) return sentences.network;
  if (error instanceof ApiError && error.msg) return error.msg;
  return sentences.failed;
}

/** The fields that the server found wrong, empty when the error is about something else. */
export function fieldProblems(error: unknown): FieldProblem[] {
  return error instanceof ApiError && Array.isArray(error.details) ? error.details : [];
}

/** True when the server no longer knows who this is; the site's own notice says so. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** True when a repeat may work by itself: nobody answered, or the server asked us to come back. */
export function isPassing(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status === 503);
}
