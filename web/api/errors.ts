import type { ErrorBody, ErrorCode, FieldProblem } from "@greenroom/contract/kernel/endpoint.ts";

/** The server answered with an error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** The server's message for people; empty when the response is not from our server (a proxy's page). */
  readonly msg: string;
  readonly details: ErrorBody["details"];
  readonly requestId: string | null;
  /** From `Retry-After`, null without that header. */
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

/** The server could not be reached, did not answer in time, or the connection broke during its answer. */
export class NetworkError extends Error {
  readonly timedOut: boolean;
  /** The change may have been made, and sending the same request again makes it once (`callOnce`). */
  readonly canRepeat: boolean;

  constructor(message: string, options: ErrorOptions & { timedOut?: boolean; canRepeat?: boolean } = {}) {
    super(message, options);
    this.name = "NetworkError";
    this.timedOut = options.timedOut ?? false;
    this.canRepeat = options.canRepeat ?? false;
  }
}

const canRepeatMessage = "We couldn't check whether it arrived. It's safe to try again: it counts only once.";

/**
 * The message for a failed call, as in docs/messages.md: the server's own `msg`, else `failed`, or `network`
 * when there was no answer.
 */
export function errorMessage(error: unknown, messages: { failed: string; network: string }): string {
  if (error instanceof NetworkError)
    return error.canRepeat ? `${messages.network}\n${canRepeatMessage}` : messages.network;
  if (error instanceof ApiError && error.msg) return error.msg;
  return messages.failed;
}

/** The fields that the server found invalid, empty when the error is about something else. */
export function fieldProblems(error: unknown): FieldProblem[] {
  return error instanceof ApiError && Array.isArray(error.details) ? error.details : [];
}

/** True when our server says that the address names nothing, so that asking again does not help. */
export function isWrongAddress(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "invalid_input" || error.code === "not_found");
}

/** True when the server no longer knows the session; the site shows its own notice for that. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** True when the server would refuse the same request again, so that only a changed one helps. */
export function isFinalRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 429].includes(error.status)
  );
}

/** True when a retry may succeed: nobody answered, or the server asked us to come back. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status === 503);
}
