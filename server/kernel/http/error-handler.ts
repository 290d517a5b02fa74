import type { ErrorBody, ErrorCode, FieldProblem } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import pg from "pg";
import { z } from "zod";
import { WorkerStopped } from "../../workers/worker-pool.ts";
import { isDatabaseUnavailable, toConstraintError } from "../db/database-errors.ts";
import { isRetryable } from "../db/transaction.ts";
import { AppError, httpStatusByCode } from "../errors.ts";

/** Our errors for requests that Fastify itself refuses. */
const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "unsupported_media_type",
    "This content type is not supported. Send application/json.",
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large", "This request is too large."],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["invalid_input", "The request has no body."],
  FST_ERR_CTP_INVALID_JSON_BODY: ["invalid_input", "The request is not valid JSON."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid_input", "The request's length does not fit its header."],
  FST_ERR_MAX_PARAM_LENGTH: ["invalid_input", "The address is too long."],
  FST_ERR_BAD_URL: ["invalid_input", "The address is not a valid URL."],
  FST_REQ_FILE_TOO_LARGE: ["payload_too_large", "The file is too large: at most 10 MB."],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ["unsupported_media_type", "Send the file as multipart/form-data."],
};

/** PostgreSQL's codes for text or numbers that it cannot store: bad input, not a server error. */
const inputSqlStates = new Set(["22021", "22P05", "22003", "22008", "22P02", "22007"]);

/** An entry of fastify-type-provider-zod's list: a zod issue under Ajv's names. */
interface ValidationIssue {
  keyword: string;
  instancePath: string;
  message: string;
  params: { keys?: string[] };
}

/** The issues in our format: a dotted path and a sentence, with one entry per unknown key. */
function toFieldProblems(validation: ValidationIssue[]): FieldProblem[] {
  return validation.flatMap(({ keyword, instancePath, message, params }) => {
    const path = instancePath.replace(/^\//, "").replaceAll("/", ".");
    if (keyword !== "unrecognized_keys") return [{ path, msg: message }];
    return (params.keys ?? []).map((key) => ({
      path: path === "" ? key : `${path}.${key}`,
      msg: `Unknown field: ${key.slice(0, 80)}.`,
    }));
  });
}

/** Node's error for a client that closes the connection before its request is complete. */
function isCutShort(error: Error): boolean {
  return error.message === "aborted" && (error as NodeJS.ErrnoException).code === "ECONNRESET";
}

function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = toFieldProblems(error.validation as unknown as ValidationIssue[]);
    return new AppError("invalid_input", {
      msg: details[0]?.msg ?? "The request body could not be read.",
      details,
    });
  }
  const fromConstraint = toConstraintError(error);
  if (fromConstraint !== null) return fromConstraint;
  if (error instanceof pg.DatabaseError && inputSqlStates.has(error.code ?? "")) {
    return new AppError("invalid_input", {
      msg: "The request has a value that cannot be stored.",
      cause: error,
    });
  }
  if (isCutShort(error)) {
    return new AppError("invalid_input", { msg: "The request was cut short.", cause: error });
  }
  if (isDatabaseUnavailable(error)) {
    return new AppError("unavailable", {
      msg: "We cannot reach our database right now. Please try again in a moment.",
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  if (error instanceof WorkerStopped) {
    return new AppError("unavailable", {
      msg: "This took too long, so it was stopped. Please try again in a moment.",
      retryAfterSeconds: 30,
      cause: error,
    });
  }
  if (isRetryable(error)) {
    return new AppError("unavailable", {
      msg: "Too many changes were made at the same time. Please try again.",
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  const code = (error as FastifyError).code ?? "";
  const refusal = fastifyErrors[code];
  if (refusal !== undefined) return new AppError(refusal[0], { msg: refusal[1] });
  const status = (error as FastifyError).statusCode;
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError("invalid_input", { msg: "The request body could not be read.", cause: error });
  }
  return new AppError("internal", {
    msg: "Something went wrong on our side. Please try again. If it keeps happening, send us the request ID.",
    cause: error,
  });
}

/** Sends an error in the one format of the API. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const appError = toAppError(error);
  const status = httpStatusByCode[appError.code];
  if (status >= 500) request.log.error({ err: appError.cause ?? appError }, "request failed");
  else if (status === 401 || status === 403 || status === 429)
    request.log.info({ code: appError.code }, "request refused");
  if (appError.retryAfterSeconds !== undefined)
    reply.header("retry-after", String(appError.retryAfterSeconds));
  const body: ErrorBody = {
    msg: appError.message,
    code: appError.code,
    ...(appError.details === undefined ? {} : { details: appError.details }),
    requestId: request.id,
  };
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => sendError(error, request, reply));
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Makes every schema refuse input in a sentence that names the field. A schema's own sentence, where it has one,
 * explains more and takes precedence; zod's default messages are written for programmers.
 */
export function installPlainInputErrors(): void {
  z.config({ customError: plainSentence });
}

function plainSentence(issue: Issue): string {
  const name = nameField(issue.path ?? []);
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return `${name} is missing.`;
    return `${name} must be ${typeNames[issue.expected] ?? "of another type"}.`;
  }
  if (issue.code === "too_big" || issue.code === "too_small") return limitSentence(name, issue);
  if (issue.code === "invalid_value") return `${name} must be ${listValues(issue.values)}.`;
  if (issue.code === "invalid_format") return `${name} does not have the right form.`;
  if (issue.code === "not_multiple_of") return `${name} must be a multiple of ${issue.divisor}.`;
  return `${name} is not valid.`;
}

const typeNames: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function limitSentence(name: string, issue: Extract<Issue, { code: "too_big" | "too_small" }>): string {
  const isMost = issue.code === "too_big";
  const limit = isMost ? issue.maximum : issue.minimum;
  const bound = `${isMost ? "at most" : "at least"} ${limit}`;
  if (issue.origin === "string")
    return `${name} must be ${bound} ${limit === 1 ? "character" : "characters"} long.`;
  if (issue.origin === "array" || issue.origin === "set")
    return `${name} must have ${bound} ${limit === 1 ? "entry" : "entries"}.`;
  if (issue.inclusive === false) return `${name} must be ${isMost ? "less" : "more"} than ${limit}.`;
  return `${name} must be ${bound}.`;
}

/** The most values that a sentence lists. */
const maxListedValues = 12;

function listValues(values: readonly unknown[]): string {
  const names = values.map(String);
  if (names.length > maxListedValues) return "one of the known values";
  return names.length === 1 ? `${names[0]}` : `one of ${names.join(", ")}`;
}

/** `"startTime"`, `Entry 3 of "ticks"`, or the request itself. */
function nameField(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return "The request";
  if (typeof last !== "number") return `"${String(last).slice(0, 80)}"`;
  const list = path.findLast((part) => typeof part !== "number");
  return list === undefined ? `Entry ${last + 1}` : `Entry ${last + 1} of "${String(list).slice(0, 80)}"`;
}
