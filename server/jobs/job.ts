import type { z } from "zod";

/** Something to do after a transaction, by name. The payload holds ids, never secrets: it is kept in the database. */
export interface Job<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Seconds after which a worker that went silent is given up and the job taken up by another. */
  readonly expireSeconds: number;
  readonly retries: number;
  /** Cron expression (UTC) for a job that comes back by itself. */
  readonly cron?: string;
}

interface JobInput<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  expireSeconds?: number;
  retries?: number;
  cron?: string;
}

/**
 * Declares a job: tried again 14 times with back-off, over some 13 hours, so that a provider may be away for a night; taken
 * up again 45 s after its worker was killed. Unless told.
 */
export function defineJob<Payload extends object>(input: JobInput<Payload>): Job<Payload> {
  return {
    name: input.name,
    payload: input.payload,
    expireSeconds: input.expireSeconds ?? 45,
    retries: input.retries ?? 14,
    ...(input.cron === undefined ? {} : { cron: input.cron }),
  };
}

/** One job that is to be done, as `JobQueue.sendAll` takes it. */
export interface DueJob {
  name: string;
  data: object;
}

export function dueJob<Payload extends object>({ name }: Job<Payload>, data: Payload): DueJob {
  return { name, data };
}

/** A job and what does it. Handlers may run more than once for one job and must do their work once. */
export interface JobHandler<Context> {
  readonly job: Job<object>;
  /** `jobId` is the same each time that the job is tried. */
  run(context: Context, payload: unknown, jobId: string): Promise<void>;
}

/** Ties a handler to its job, checking the payload on the way in. */
export function handles<Context, Payload extends object>(
  job: Job<Payload>,
  run: (context: Context, payload: Payload) => Promise<void>,
): JobHandler<Context> {
  return {
    job: job as unknown as Job<object>,
    run: (context, payload) => run(context, job.payload.parse(payload)),
  };
}
