import { z } from "zod";
import type { EndpointLimit } from "./rate-limits.ts";

/**
 * The id of any of our objects: a UUID (version 7 when we create it), `_id` on the wire. Upper case is the
 * same id.
 */
export const idSchema = z
  .uuid("This id is incomplete or wrong. If you followed a link, check that it is complete.")
  .toLowerCase();
export type Id = string;

/** Route parameter `:id`. */
export const idParamsSchema = z.strictObject({ id: idSchema });

const questionIdMessage = "This is not the id of a question.";
/** The id of a question: the name of its file. */
export const questionIdSchema = z
  .string(questionIdMessage)
  .max(80, questionIdMessage)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, questionIdMessage);

/** The most rows in one answer, and the default. */
export const maxPageRows = 200;

const limitMessage = `Ask for 1 to ${maxPageRows} rows.`;

/**
 * The query parameters of every list besides its own filters. An incomplete answer has a `Link` header with
 * `rel="next"` and the address of the next page.
 */
export const pageQueryShape = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= maxPageRows, limitMessage)
    .optional(),
  /** The position at which the page begins, from the link of the previous page. */
  after: z.string().min(1).max(2000).optional(),
};

export const pageQuerySchema = z.strictObject(pageQueryShape);
export type PageQuery = z.infer<typeof pageQuerySchema>;

/**
 * The name of every error. The server maps each to an HTTP status (server/kernel/errors.ts, checked by
 * `satisfies`); the browser switches on the name, never on the sentence.
 */
export const errorCodes = [
  "invalid_input",
  "not_signed_in",
  "wrong_credentials",
  "forbidden",
  "not_in_see_as",
  "second_factor_required",
  "confirmation_required",
  "not_found",
  "conflict",
  "slot_taken",
  "no_plan",
  "no_credits",
  "price_changed",
  "already_given",
  "code_invalid",
  "payload_too_large",
  "unsupported_media_type",
  "too_many_requests",
  "unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A problem with one field of the request; `path` is dotted (`resumeData.personal.linkedin`). */
export const fieldProblemSchema = z.object({ path: z.string(), msg: z.string() });
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

/**
 * The body of every error response. `msg` is a sentence for people; `details` names fields, or contains a
 * fresh quote.
 */
export const errorBodySchema = z.object({
  msg: z.string(),
  code: z.enum(errorCodes),
  details: z.union([z.array(fieldProblemSchema), z.record(z.string(), z.unknown())]).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * The callers that an endpoint allows. `public` needs no token, but the handler gets the actor if a valid one is sent;
 * `interviewee` is any signed-in user who is not an interviewer (requirements §1). `operator` and `owner` need an
 * operator who has opened the desk with password and second factor; `operator-entry` needs only the operator's flag
 * and is for the calls that open the desk.
 */
export type Access =
  | "public"
  | "signed-in"
  | "interviewee"
  | "interviewer"
  | "operator-entry"
  | "operator"
  | "owner";

export const roleSchema = z.enum(["interviewee", "interviewer"]);
export type Role = z.infer<typeof roleSchema>;

/** `support` reads, cancels and grants up to a limit; `owner` does everything. */
export const operatorLevels = ["support", "owner"] as const;
export type OperatorLevel = (typeof operatorLevels)[number];

/**
 * How lately an operator must have given password and second factor: once a sitting for reading about people, again
 * for acting on money or roles and for exports (`confirmationMinutes`).
 */
export type Confirmation = "reading" | "acting";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A limit that only some calls count towards. The operation counts it, because it knows which ones. */
interface ConditionalLimit {
  readonly name: EndpointLimit;
  /** The calls that count, for the API's page: "only …". */
  readonly counts: string;
}

type OptionalSchema = z.ZodType | undefined;

/**
 * A call that browser and server agree on. `multipart` names the file field of an upload; such a call may also take
 * `body` as JSON.
 */
export interface Endpoint<
  Params extends OptionalSchema = OptionalSchema,
  Query extends OptionalSchema = OptionalSchema,
  Body extends OptionalSchema = OptionalSchema,
  Output extends OptionalSchema = OptionalSchema,
  Name extends string = string,
> {
  /** Method and path: `POST /api/things/:id`. */
  readonly name: Name;
  readonly method: Method;
  /** In Fastify's syntax. */
  readonly path: string;
  readonly access: Access;
  /** Counted after the input was validated and before the handler runs; a call over it gets 429. */
  readonly limit?: EndpointLimit;
  readonly conditionalLimit?: ConditionalLimit;
  /** Without a final period. */
  readonly summary: string;
  /** HTTP status of success. */
  readonly status: 200 | 201 | 204;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly output: Output;
  readonly multipart?: string;
  /** The most bytes of a JSON body, where the server's usual limit is too low. */
  readonly maxBodyBytes?: number;
  readonly confirmation?: Confirmation;
  /**
   * For GET: an operator who sees the product as a person can call it, too. Never for transcripts, reports, drafts,
   * notes, private marks, answer keys, files, exports and payout details; `see-as.test.ts` lists the calls that have it.
   */
  readonly isVisibleInSeeAs?: boolean;
}

interface EndpointInput<
  P extends OptionalSchema,
  Q extends OptionalSchema,
  B extends OptionalSchema,
  O extends OptionalSchema,
> extends Pick<
    Endpoint,
    "access" | "limit" | "conditionalLimit" | "summary" | "multipart" | "maxBodyBytes" | "isVisibleInSeeAs"
  > {
  /** 200, if omitted. */
  status?: 200 | 201 | 204;
  /** If omitted, those of a path with `:id`. */
  params?: P;
  query?: Q;
  body?: B;
  output?: O;
  /** On the desk "reading", if omitted. Null for a call that shows nothing about people. */
  confirmation?: Confirmation | null;
}

/** The parameters of a path that has no others than `:id`. */
type ParamsOf<Name extends string> = Name extends `${string}/:id${"" | `/${string}`}`
  ? typeof idParamsSchema
  : undefined;

/** Declares an endpoint by its method and path. */
export function endpoint<
  const Name extends `${Method} /${string}`,
  P extends OptionalSchema = ParamsOf<Name>,
  Q extends OptionalSchema = undefined,
  B extends OptionalSchema = undefined,
  O extends OptionalSchema = undefined,
>(name: Name, input: EndpointInput<P, Q, B, O>): Endpoint<P, Q, B, O, Name> {
  const { confirmation, params, status = 200, ...given } = input;
  const [method, path] = name.split(" ") as [Method, string];
  const isOfDesk = given.access === "operator" || given.access === "owner";
  const asked = confirmation === undefined && isOfDesk ? "reading" : confirmation;
  return {
    ...given,
    ...{ name, method, path, status },
    params: (params ?? (/\/:id(?:\/|$)/.test(path) ? idParamsSchema : undefined)) as P,
    query: given.query as Q,
    body: given.body as B,
    output: given.output as O,
    ...(asked == null ? {} : { confirmation: asked }),
  };
}

type ParsedValue<S extends OptionalSchema> = S extends z.ZodType ? z.infer<S> : undefined;
type InputValue<S extends OptionalSchema> = S extends z.ZodType ? z.input<S> : undefined;

/** The input of the server's handler, after validation. */
export type EndpointRequest<E extends Endpoint> = {
  params: ParsedValue<E["params"]>;
  query: ParsedValue<E["query"]>;
  body: ParsedValue<E["body"]>;
};

/** The arguments of a caller, before defaults are filled in. */
export type EndpointCall<E extends Endpoint> = (E["params"] extends z.ZodType
  ? { params: InputValue<E["params"]> }
  : { params?: undefined }) &
  (E["query"] extends z.ZodType ? { query?: InputValue<E["query"]> } : { query?: undefined }) &
  (E["body"] extends z.ZodType ? { body: InputValue<E["body"]> } : { body?: undefined });

export type EndpointOutput<E extends Endpoint> = ParsedValue<E["output"]>;

/** The output of calls that only return a sentence. */
export const messageSchema = z.object({ msg: z.string() });
/** The color of a message: `good` if it was done as asked, `wait` if it is open or came out otherwise. */
export const messageToneSchema = z.enum(["good", "wait"]);
