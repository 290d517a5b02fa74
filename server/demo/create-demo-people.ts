import { grantOperator } from "../desk/grant-operator.ts";
import type { Tx } from "../kernel/db/database.ts";
import type { Deps } from "../kernel/deps.ts";
import { createAccount } from "../people/accounts/sign-up/create-account.ts";
import { grantInterviewer } from "../people/interviewers/grant-interviewer.ts";
import { demoPeople, interviewers, operator } from "./demo-people.ts";

interface Joining {
  password: string;
  /** When all of them joined, before their first interview. */
  joinedAt: Date;
}

export async function createDemoAccounts(tx: Tx, { password, joinedAt }: Joining): Promise<void> {
  for (const person of demoPeople) {
    await createAccount(tx, { ...person, mobileNumber: "+91 98765 43210", password }, joinedAt);
  }
}

/** Gives the accounts the roles that their people have had since they joined. */
export async function grantDemoRoles(deps: Deps, { joinedAt }: Pick<Joining, "joinedAt">): Promise<void> {
  const then: Deps = { ...deps, clock: { now: () => joinedAt } };
  await grantOperator(then, { email: operator.email, level: "owner", actor: "system" });
  for (const { email } of interviewers) await grantInterviewer(then, email);
}
