import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { InterviewerApplications } from "../../../kernel/db/types.ts";

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

/** A step with the address of its applicant; undefined if the application was erased. */
export async function findStep(database: Database, id: string) {
  return await database
    .selectFrom("applicationSteps as step")
    .innerJoin("interviewerApplications as application", "application.id", "step.applicationId")
    .select(["step.state", "step.text", "application.email", "application.name"])
    .where("step.id", "=", id)
    .executeTakeFirst();
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
