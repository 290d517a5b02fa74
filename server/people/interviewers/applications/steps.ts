import type { ApplicationState } from "@greenroom/contract/desk/applications.ts";
import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { orderBy, readPage } from "../../../kernel/db/keyset.ts";
import type { Waiting, WaitingFilter } from "../../../kernel/db/waiting.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { type ApplicationRecord, findApplication } from "./store.ts";

/* The operators' view of applications and the steps that they take. */

export type { ApplicationRecord } from "./store.ts";

const noSuchApplication = () => new AppError("not_found", { msg: "There is no such application." });

/** Throws `not_found`, also for an application that was erased. */
export async function getApplicationRecord(database: Database, id: string): Promise<ApplicationRecord> {
  const application = await findApplication(database, id);
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
      steps: (await listSteps(database, application.id)).map(({ state, text, takenAt }) => ({
        state,
        text,
        takenAt,
      })),
    })),
  );
}
