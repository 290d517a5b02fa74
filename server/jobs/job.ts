import { z } from "zod";

/** The jobs of a group share one limit on how many run at once. */
export type JobGroup = "mail" | "work";

/** Among the due jobs of a group, those with a higher priority run first. */
export const jobPriorities = {
  /** Somebody is waiting at a form for it. */
  code: 50,
  meeting: 40,
  reminder: 30,
  confirmation: 20,
  usual: 10,
  newsletter: 0,
} as const;

/**
 * Work to do after a transaction, identified by name. The payload holds ids, never secrets, because the database
 * stores it.
 */
export interface Job<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** After this many seconds without an end, the job expires and another worker takes it. */
  readonly expireSeconds: number;
  readonly retries: number;
  readonly group: JobGroup;
  readonly priority: number;
  /** Cron expression (UTC) for a recurring job: a minute and an hour, each a number or `*`, then `* * *`. */
  readonly cron?: string;
}

interface JobInput<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  expireSeconds?: number;
  retries?: number;
  priority?: keyof typeof jobPriorities;
  cron?: string;
}

/** The payload of a recurring job, which concerns no single record. Accepts anything that a queue stored for it. */
export const emptyPayload = z.unknown().transform(() => ({}));

/**
 * Declares a job. By default it is retried 14 times with growing pauses, over about 13 hours, because a provider
 * may be down for a night. Another worker takes it 45 s after its worker was killed.
 */
export function defineJob<Payload extends object>(input: JobInput<Payload>): Job<Payload> {
  return createJob(input, "work");
}

/** Declares a job that sends one mail. */
export function defineMailJob<Payload extends object>(input: JobInput<Payload>): Job<Payload> {
  return createJob(input, "mail");
}

function createJob<Payload extends object>(input: JobInput<Payload>, group: JobGroup): Job<Payload> {
  return {
    name: input.name,
    payload: input.payload,
    expireSeconds: input.expireSeconds ?? 45,
    retries: input.retries ?? 14,
    group,
    priority: jobPriorities[input.priority ?? "usual"],
    ...(input.cron === undefined ? {} : { cron: input.cron }),
  };
}

/** A job to enqueue, as `JobQueue.enqueueAll` takes it. */
export interface DueJob {
  name: string;
  data: object;
}

export function dueJob<Payload extends object>({ name }: Job<Payload>, data: Payload): DueJob {
  return { name, data };
}

/** A job and its handler. A handler may run more than once for one job, so it must be idempotent. */
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
