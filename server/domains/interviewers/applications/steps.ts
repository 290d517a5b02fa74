import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { ApplicationState } from "@greenroom/contract/operator/applications.ts";
import { AppError } from "../../../core/errors.ts";
import type { Database, Tx } from "../../../db/database.ts";
import * as store from "./store.ts";

/* The operators' view of applications and the steps that they take. */

export type { ApplicationRecord } from "./store.ts";

const noSuchApplication = () => new AppError("not_found", { msg: "There is no such application." });

/** Throws `not_found`, also for an application that was erased. */
export async function getApplicationRecord(database: Database, id: string): Promise<store.ApplicationRecord> {
  const application = await store.findApplication(database, id);
  if (application === undefined) throw noSuchApplication();
  return application;
}

/** An application locked for this transaction. Throws `not_found`. */
export async function lockApplication(tx: Tx, id: string): Promise<store.ApplicationRecord> {
  const application = await store.lockApplicationRow(tx, id);
  if (application === undefined) throw noSuchApplication();
  return application;
}

/** A page of applications, newest first. */
export function listApplicationRecords(
  database: Database,
  state: ApplicationState | undefined,
  page: PageQuery,
) {
  return store.selectApplications(database, state, page);
}

export const listSteps = store.selectSteps;
export const recordStep = store.insertStep;
export const listApplicationsOf = store.selectApplicationsOf;
export const removeApplications = store.deleteApplications;
export const listWaitingApplications = store.listWaitingApplications;
