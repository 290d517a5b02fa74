import { z } from "zod";

/** Work to do after a transaction. The payload holds ids, never secrets, because the database stores it. */
export interface Job<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** After this many seconds without an end, the job expires and another worker takes it. */
  readonly expireSeconds: number;
  /** How many of these jobs one server runs at once. */
  readonly atOnce: number;
  /** Cron expression (UTC) of a recurring job. It also runs when a server starts, in case it was missed. */
  readonly cron?: string;
}

type JobInput<Payload extends object> = Pick<Job<Payload>, "name" | "payload" | "cron"> &
  Partial<Pick<Job<Payload>, "expireSeconds">>;

/** The payload of a recurring job, which concerns no single record. */
export const emptyPayload = z.unknown().transform(() => ({}));

/** Declares a job. If its worker is killed, it expires after 45 s unless told otherwise. */
export function defineJob<Payload extends object>(input: JobInput<Payload>): Job<Payload> {
  return { expireSeconds: 45, atOnce: 10, ...input };
}

/** Declares a job that sends one mail. More of them run at once, so that their database reads share statements. */
export function defineMailJob<Payload extends object>(input: JobInput<Payload>): Job<Payload> {
  return { ...defineJob(input), atOnce: 40 };
}

/** A job and what runs it, possibly more than once for one job, so it must be idempotent. */
export interface JobHandler<Context> {
  readonly job: Job<object>;
  /** `jobId` is the same for every attempt of the job. */
  run(context: Context, payload: unknown, jobId: string): Promise<void>;
}

/** Connects a handler to its job and checks the payload before each run. */
export function defineHandler<Context, Payload extends object>(
  job: Job<Payload>,
  run: (context: Context, payload: Payload) => Promise<void>,
): JobHandler<Context> {
  return {
    job: job as unknown as Job<object>,
    run: (context, payload) => run(context, job.payload.parse(payload)),
  };
}
