import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { ApplicationState } from "@greenroom/contract/operator/applications.ts";
import { type Selectable, sql } from "kysely";
import { newId } from "../../../core/ids.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { orderBy, readPage } from "../../../db/keyset.ts";
import type { InterviewerApplications } from "../../../db/types.ts";
import type { Waiting, WaitingFilter } from "../../../db/waiting.ts";

export type ApplicationRecord = Selectable<InterviewerApplications>;
type NewApplication = Omit<ApplicationRecord, "state" | "decidedAt" | "waitsFrom">;

export async function insertApplication(tx: Tx, application: NewApplication): Promise<void> {
  await tx
    .insertInto("interviewerApplications")
    .values({ ...application, waitsFrom: application.submittedAt })
    .execute();
}

export async function findApplication(
  database: Database | Tx,
  id: string,
): Promise<ApplicationRecord | undefined> {
  return await database
    .selectFrom("interviewerApplications")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function lockApplicationRow(tx: Tx, id: string): Promise<ApplicationRecord | undefined> {
  return await tx
    .selectFrom("interviewerApplications")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const newestFirst = orderBy("desc", ["instant", "submittedAt"], ["id", "id"]);

export function selectApplications(database: Database, state: ApplicationState | undefined, page: PageQuery) {
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
export async function insertStep(tx: Tx, { waitsFrom, ...step }: Step): Promise<string> {
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
export async function selectSteps(database: Database, applicationId: string) {
  return await database
    .selectFrom("applicationSteps")
    .select(["state", "text", "takenBy", "takenAt"])
    .where("applicationId", "=", applicationId)
    .orderBy("takenAt")
    .orderBy("id")
    .execute();
}

/** A step with the address of its applicant; undefined if the application was erased. */
export async function findStep(database: Database, id: string) {
  return await database
    .selectFrom("applicationSteps as step")
    .innerJoin("interviewerApplications as application", "application.id", "step.applicationId")
    .select(["step.state", "step.text", "application.email", "application.name"])
    .where("step.id", "=", id)
    .executeTakeFirst();
}

/** Every application of an address with its steps. */
export async function selectApplicationsOf(database: Database, email: string) {
  const applications = await database
    .selectFrom("interviewerApplications")
    .selectAll()
    .where("email", "=", email)
    .orderBy("submittedAt")
    .execute();
  return await Promise.all(
    applications.map(async (application) => ({
      ...application,
      steps: (await selectSteps(database, application.id)).map(({ state, text, takenAt }) => ({
        state,
        text,
        takenAt,
      })),
    })),
  );
}

/** Deletes every application of an address, with its steps. Returns how many. */
export async function deleteApplications(tx: Tx, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("interviewerApplications")
    .where("email", "=", email)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Deletes applications of which nothing is newer than `before`: neither a decision, nor our last answer, nor their arrival.
 * An undecided one of them waits from before `waitedBefore`, which the index finds.
 */
export async function deleteApplicationsBefore(
  database: Database,
  { before, waitedBefore }: { before: Date; waitedBefore: Date },
): Promise<void> {
  await database.deleteFrom("interviewerApplications").where("decidedAt", "<", before).execute();
  await sql`delete from interviewer_applications application
    where waits_from < ${waitedBefore} and submitted_at < ${before}
      and not exists (select from application_steps step
        where step.application_id = application.id and step.taken_at >= ${before})`.execute(database);
}
