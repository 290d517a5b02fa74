import type { ApplicationState } from "@greenroom/contract/desk/interviewers.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { applicationSchema } from "@greenroom/contract/people/interviewers.ts";
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage, type Waiting, type WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { InterviewerApplications } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { isWithinLimit } from "../../kernel/http/rate-limits.ts";
import { newId } from "../../kernel/ids.ts";
import { defineHandler, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { interviewerMailJobs, mailApplicationReceived } from "./mails.ts";

/**
 * If nothing happens for this many days after an operator wrote to an applicant, the application waits for an
 * operator again.
 */
export const answerDays = 7;
/**
 * An application is kept for this many days after the decision, or, if it is undecided, after our last answer or after
 * it was sent.
 */
export const applicationRetentionDays = 180;

const sentences: Partial<Record<ApplicationState, string>> = {
  approved: "This application is approved already.",
  declined: "This application was declined. The person can apply again.",
};

/** Throws `conflict` for an application that is already decided. */
export function checkUndecided(state: string): void {
  const sentence = sentences[state as ApplicationState];
  if (sentence !== undefined) throw conflict(sentence);
}

const thanksTo = (email: string) => ({
  msg: `Thank you! A person reads your application and writes to ${email} within a week.`,
});

/**
 * Stores an application for the operators. The applicant gets a confirmation, at most a few a day, because anyone
 * can enter another person's address. A bot gets the usual response. Throws `too_many_requests`.
 */
export async function apply(
  deps: Deps,
  { website, ...application }: z.infer<typeof applicationSchema>,
): Promise<{ msg: string }> {
  const thanks = thanksTo(application.email);
  if (website) return thanks;
  await deps.limits.count("application-by-email", application.email);
  const mayConfirm = await isWithinLimit(() =>
    deps.limits.count("contact-mail-by-recipient", application.email),
  );
  await inTransaction(deps.database, async (tx) => {
    const id = newId();
    const submittedAt = deps.clock.now();
    await tx
      .insertInto("interviewerApplications")
      .values({ id, ...application, submittedAt, waitsFrom: submittedAt })
      .execute();
    if (mayConfirm) await deps.jobs.enqueue(tx, mailApplicationReceived, { applicationId: id });
  });
  return thanks;
}

/* The operators' view of applications and the steps that they take. */

export type ApplicationRecord = Selectable<InterviewerApplications>;

const noSuchApplication = () => new AppError("not_found", { msg: "There is no such application." });

/** Throws `not_found`, also for an application that was erased. */
export async function getApplicationRecord(database: Database, id: string): Promise<ApplicationRecord> {
  const application = await database
    .selectFrom("interviewerApplications")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (application === undefined) throw noSuchApplication();
  return application;
}

/** An application locked for this transaction. Throws `not_found`. */
export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRecord> {
  const application = await tx
    .selectFrom("interviewerApplications")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (application === undefined) throw noSuchApplication();
  return application;
}

const newestFirst = orderBy("desc", ["instant", "submittedAt"], ["id", "id"]);

/** A page of applications, newest first. */
export function listApplicationRecords(
  database: Database,
  state: ApplicationState | undefined,
  page: PageQuery,
) {
  const query = database
    .selectFrom("interviewerApplications")
    .select(["id", "name", "email", "years", "roles", "state", "submittedAt"])
    .$if(state !== undefined, (all) => all.where("state", "=", state as ApplicationState));
  return readPage(query, newestFirst, page);
}

/** Applications that wait for an operator, by id. */
export async function listWaitingApplications(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<(Waiting & Pick<ApplicationRecord, "name" | "years" | "state">)[]> {
  const { rows } = await sql<Waiting & Pick<ApplicationRecord, "name" | "years" | "state">>`
    select id as subject, waits_from as since, name, years, state from interviewer_applications
    where waits_from <= ${now} and ${matches(sql`id::text`, sql`waits_from`)}
    order by waits_from limit ${limit}`.execute(database);
  return rows;
}

interface Step {
  applicationId: string;
  state: Exclude<ApplicationState, "received">;
  /** The text that the applicant gets. */
  text: string;
  takenBy: string;
  takenAt: Date;
  /** When it next waits for an operator; null once it is decided. */
  waitsFrom: Date | null;
}

/** Adds a step to an application and returns the step's id. */
export async function recordStep(tx: Tx, { waitsFrom, ...step }: Step): Promise<string> {
  const id = newId();
  await tx
    .insertInto("applicationSteps")
    .values({ id, ...step })
    .execute();
  await tx
    .updateTable("interviewerApplications")
    .set({ state: step.state, waitsFrom, decidedAt: waitsFrom === null ? step.takenAt : null })
    .where("id", "=", step.applicationId)
    .execute();
  return id;
}

/** The steps of an application, oldest first. */
export async function listSteps(database: Database, applicationId: string) {
  return await database
    .selectFrom("applicationSteps")
    .select(["state", "text", "takenBy", "takenAt"])
    .where("applicationId", "=", applicationId)
    .orderBy("takenAt")
    .orderBy("id")
    .execute();
}

/** Every application of an address with its steps. */
export async function listApplicationsOf(database: Database, email: string) {
  const applications = await database
    .selectFrom("interviewerApplications")
    .selectAll()
    .where("email", "=", email)
    .orderBy("submittedAt")
    .execute();
  return await Promise.all(
    applications.map(async (application) => ({
      ...application,
      steps: (await listSteps(database, application.id)).map(({ takenBy: _, ...step }) => step),
    })),
  );
}

/** Deletes applications that were decided or answered long ago, or never answered. */
export async function purgeApplications({
  database,
  clock,
}: Pick<Deps, "database" | "clock">): Promise<void> {
  const before = addMinutes(clock.now(), -60 * 24 * applicationRetentionDays);
  // An undecided one waits from before this, which the index finds.
  const waitedBefore = addMinutes(before, 60 * 24 * answerDays);
  await database.deleteFrom("interviewerApplications").where("decidedAt", "<", before).execute();
  await sql`delete from interviewer_applications application
    where waits_from < ${waitedBefore} and submitted_at < ${before}
      and not exists (select from application_steps step
        where step.application_id = application.id and step.taken_at >= ${before})`.execute(database);
}

/** Deletes every application of an address, with its steps. Returns how many. */
export async function removeApplications(tx: Tx, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("interviewerApplications")
    .where("email", "=", email)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes applications that were decided or answered long ago, or never answered, every day. */
const purgeApplicationsDaily = defineRecurringJob("interviewers.purge-applications", "43 3 * * *");

export const interviewerJobs: JobHandler<Deps>[] = [
  ...interviewerMailJobs,
  defineHandler(purgeApplicationsDaily, purgeApplications),
];
