import { z } from "zod";

/**
 * Who may call an endpoint. `public` needs no token but sees the person when a good one is sent; `interviewee` is
 * any signed-in person who is not an interviewer (spec §1).
 */
export type Access = "public" | "signed-in" | "interviewee" | "interviewer" | "operator";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Shape = z.ZodType | undefined;

/**
 * One call that browser and server agree on. `path` is written as Fastify reads it (`/api/things/:id`).
 * `multipart` names the file field of an upload; such a call may also take `body` as JSON.
 */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends Shape = Shape,
> {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** HTTP status of success. */
  readonly status: 200 | 201 | 204;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly output: Output;
  readonly multipart?: string;
}

interface EndpointInput<P extends Shape, Q extends Shape, B extends Shape, O extends Shape> {
  method: Method;
  path: string;
  access: Access;
  summary: string;
  status?: 200 | 201 | 204;
  params?: P;
  query?: Q;
  body?: B;
  output?: O;
  multipart?: string;
}

/** Declares an endpoint; success is 200 unless told. */
export function endpoint<
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  O extends Shape = undefined,
>(input: EndpointInput<P, Q, B, O>): Endpoint<P, Q, B, O> {
  return {
    method: input.method,
    path: input.path,
    access: input.access,
    summary: input.summary,
    status: input.status ?? 200,
    params: input.params as P,
    query: input.query as Q,
    body: input.body as B,
    output: input.output as O,
    ...(input.multipart === undefined ? {} : { multipart: input.multipart }),
  };
}

type Value<S extends Shape> = S extends z.ZodType ? z.infer<S> : undefined;
type Given<S extends Shape> = S extends z.ZodType ? z.input<S> : undefined;

/** What the server's handler is handed, after validation. */
export type EndpointRequest<E extends Endpoint> = {
  params: Value<E["params"]>;
  query: Value<E["query"]>;
  body: Value<E["body"]>;
};

/** What a caller gives, before defaults are filled in. */
export type EndpointCall<E extends Endpoint> = (E["params"] extends z.ZodType
  ? { params: Given<E["params"]> }
  : { params?: undefined }) &
  (E["query"] extends z.ZodType ? { query?: Given<E["query"]> } : { query?: undefined }) &
  (E["body"] extends z.ZodType ? { body: Given<E["body"]> } : { body?: undefined });

export type EndpointOutput<E extends Endpoint> = Value<E["output"]>;

/** The answer of calls that have only a sentence to say. */
export const messageSchema = z.object({ msg: z.string() });
