import type { ErrorCode, FieldProblem } from "@greenroom/contract/kernel/endpoint.ts";

/** HTTP status of every error code. */
export const httpStatusByCode = {
  invalid_input: 400,
  code_invalid: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  forbidden: 403,
  not_in_see_as: 403,
  second_factor_required: 403,
  confirmation_required: 403,
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
  /** The message for people. If docs/messages.md lists one, it is that. */
  msg: string;
  details?: FieldProblem[] | Record<string, unknown>;
  /** Seconds, for `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The error that operations throw on purpose; any other error is a bug. */
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

/** An `invalid_input` error about one field. */
export function invalidField(path: string, msg: string): AppError {
  return new AppError("invalid_input", { msg, details: [{ path, msg }] });
}

export function conflict(msg: string): AppError {
  return new AppError("conflict", { msg });
}
