import type { ErrorCode, FieldProblem } from "@greenroom/contract/errors.ts";

/** HTTP status of every error code (api.md). */
export const statusOf = {
  invalid_input: 400,
  code_invalid: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  slot_taken: 409,
  no_plan: 409,
  no_credits: 409,
  price_changed: 409,
  already_given: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

interface AppErrorOptions {
  /** The sentence that people read, in the spec's words where it has some. */
  msg: string;
  details?: FieldProblem[] | Record<string, unknown>;
  /** Seconds, for `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error that operations throw on purpose; anything else is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorOptions["details"];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, { msg, details, retryAfterSeconds, cause }: AppErrorOptions) {
    super(msg, cause === undefined ? undefined : { cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** `invalid_input` about one field. */
export function invalidField(path: string, msg: string): AppError {
  return new AppError("invalid_input", { msg, details: [{ path, msg }] });
}
