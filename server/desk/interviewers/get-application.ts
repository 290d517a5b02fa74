import type {
  ApplicationDetail,
  ApplicationRow,
  ApplicationState,
} from "@greenroom/contract/desk/applications.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPeople, findUserRoleByEmail } from "../../people/accounts/profile.ts";
import {
  type ApplicationRecord,
  getApplicationRecord,
  listApplicationRecords,
  listApplicationsOf,
  listSteps,
} from "../../people/interviewers/applications.ts";

type Row = Pick<ApplicationRecord, "id" | "name" | "email" | "years" | "roles" | "state" | "submittedAt">;

const presentRow = (row: Row): ApplicationRow => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  years: row.years,
  roles: row.roles,
  state: row.state,
  submittedAt: row.submittedAt.toISOString(),
});

/** A page of applications, newest first. Each page that is read is audited. */
export async function listApplications(
  deps: Deps,
  actor: Actor,
  { state, ...page }: PageQuery & { state?: ApplicationState | undefined },
): Promise<Page<ApplicationRow>> {
  const { rows, next } = await listApplicationRecords(deps.database, state, page);
  await recordApplicationView(deps, actor, "desk.applications-viewed", "everybody");
  return { rows: rows.map(presentRow), next };
}

/** One application with its steps. Reading it is audited. Throws `not_found`. */
export async function getApplication(deps: Deps, actor: Actor, id: string): Promise<ApplicationDetail> {
  const application = await getApplicationRecord(deps.database, id);
  const steps = await listSteps(deps.database, id);
  const people = await findPeople(
    deps.database,
    steps.map(({ takenBy }) => takenBy),
  );
  await recordApplicationView(deps, actor, "desk.application-viewed", `application:${id}`);
  return {
    ...presentRow(application),
    experience: application.experience,
    levels: application.levels,
    profileUrl: application.profileUrl,
    availability: application.availability,
    sampleReview: application.sampleReview,
    accountId: (await findUserRoleByEmail(deps.database, application.email))?.id ?? null,
    steps: steps.map(({ state, text, takenBy, takenAt }) => {
      const person = people.get(takenBy);
      return {
        state: state as ApplicationState,
        text,
        by: { _id: takenBy, name: person === undefined ? "" : fullName(person) },
        at: takenAt.toISOString(),
      };
    }),
  };
}

/**
 * Exports all applications from the address of this one, as JSON. The export is audited. Throws `not_found`.
 */
export async function exportApplications(deps: Deps, actor: Actor, id: string): Promise<Buffer> {
  const { email } = await getApplicationRecord(deps.database, id);
  const applications = await listApplicationsOf(deps.database, email);
  await recordApplicationView(deps, actor, "desk.application-exported", `application:${id}`);
  return Buffer.from(JSON.stringify({ madeAt: deps.clock.now().toISOString(), applications }, null, 2));
}

async function recordApplicationView(
  deps: Deps,
  { userId }: Actor,
  action: string,
  subject: string,
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, { actor: { userId }, action, subject, now: deps.clock.now() }),
  );
}
