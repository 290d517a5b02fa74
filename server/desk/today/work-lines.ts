import type { WorkLineKey } from "@greenroom/contract/desk/today.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { getOperator } from "../access/open-desk.ts";
import { findWaitingLine, keyOf } from "./get-today.ts";
import { findState, lockLine, setAssignee, setDone } from "./store.ts";

type WorkDeps = Pick<Deps, "database" | "clock" | "config" | "limits">;

const noLongerWaits = () =>
  new AppError("conflict", { msg: "This is no longer waiting. Somebody handled it, or it was resolved." });

/** Takes a line. Throws `conflict` when another operator has it, or when it no longer waits. */
export async function takeWorkLine(deps: WorkDeps, actor: Actor, key: WorkLineKey): Promise<void> {
  await changeLine(deps, actor, { key, action: "desk.work-taken" }, async (tx) => {
    const takenBy = (await findState(tx, key))?.takenBy ?? null;
    if (takenBy === actor.userId) return false;
    if (takenBy !== null) {
      const assignee = (await findPeople(tx, [takenBy])).get(takenBy);
      throw new AppError("conflict", { msg: `${assignee?.firstName ?? "Another operator"} has taken this.` });
    }
    if ((await findWaitingLine({ ...deps, database: tx }, key)) === null) throw noLongerWaits();
    await setAssignee(tx, key, { by: actor.userId, at: deps.clock.now() });
    return true;
  });
}

/** Gives a line back. Throws `conflict` when another operator has it, unless an owner asks. */
export async function releaseWorkLine(deps: WorkDeps, actor: Actor, key: WorkLineKey): Promise<void> {
  await changeLine(deps, actor, { key, action: "desk.work-released" }, async (tx) => {
    const takenBy = (await findState(tx, key))?.takenBy ?? null;
    if (takenBy === null) return false;
    if (takenBy !== actor.userId && getOperator(actor).level !== "owner") {
      throw new AppError("conflict", { msg: "Another operator has taken this. An owner can release it." });
    }
    await setAssignee(tx, key, null);
    return true;
  });
}

/**
 * Marks a line as done. Throws `conflict` if it no longer waits, if its cause occurred again since the
 * operator saw it, or if another operator has taken it.
 */
export async function finishWorkLine(
  deps: WorkDeps,
  actor: Actor,
  { since, note, ...key }: WorkLineKey & { since: string; note: string },
): Promise<void> {
  await changeLine(deps, actor, { key, action: "desk.work-done", note }, async (tx) => {
    const takenBy = (await findState(tx, key))?.takenBy ?? null;
    if (takenBy !== null && takenBy !== actor.userId) {
      throw new AppError("conflict", { msg: "Another operator has taken this." });
    }
    const line = await findWaitingLine({ ...deps, database: tx }, key);
    if (line === null) throw noLongerWaits();
    if (line.since.getTime() !== Date.parse(since)) {
      throw new AppError("conflict", {
        msg: "This has happened again since you opened the page. Look at it again.",
      });
    }
    await setDone(tx, key, { by: actor.userId, at: deps.clock.now(), since: line.since, note });
    return true;
  });
}

/** Lets a line wait again that was marked as done. Throws `not_found` when it was not. */
export async function reopenWorkLine(deps: WorkDeps, actor: Actor, key: WorkLineKey): Promise<void> {
  await changeLine(deps, actor, { key, action: "desk.work-reopened" }, async (tx) => {
    const doneAt = (await findState(tx, key))?.doneAt ?? null;
    if (doneAt === null) throw new AppError("not_found", { msg: "This is not done." });
    await setDone(tx, key, null);
    return true;
  });
}

/** Runs `change` under the line's lock, and writes the audit line when it changed something. */
async function changeLine(
  deps: WorkDeps,
  { userId }: Actor,
  { key, action, note }: { key: WorkLineKey; action: string; note?: string },
  change: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    await lockLine(tx, key);
    if (!(await change(tx))) return;
    const details = note === undefined ? {} : { note };
    const subject = `work:${keyOf(key)}`;
    await recordAudit(tx, { actor: { userId }, action, subject, details, now: deps.clock.now() });
  });
}
