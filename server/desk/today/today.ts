import * as contract from "@greenroom/contract/desk/today.ts";
import {
  type getToday as getTodayEndpoint,
  maxCountOfKind,
  maxLinesOfKind,
  type WorkCounts,
  type WorkKind,
  type WorkLineKey,
  workKinds,
} from "@greenroom/contract/desk/today.ts";
import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { findPeople, type Person } from "../../people/accounts/profile.ts";
import { getOperator } from "../access/open-desk.ts";
import {
  countDoneToday,
  findState,
  isOpen,
  lockLine,
  selectAssignees,
  selectDoneToday,
  setAssignee,
  setDone,
  sources,
  type WaitingLine,
} from "./sources.ts";

/** The operators' work queue. */
export function registerTodayRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getToday, ({ actor }) => getToday(deps, actor));
  bind(app, deps, contract.getWorkCounts, () => getWorkCounts(deps));
  bind(app, deps, contract.takeWorkLine, async ({ actor, body }) => {
    await takeWorkLine(deps, actor, body);
    return undefined;
  });
  bind(app, deps, contract.releaseWorkLine, async ({ actor, body }) => {
    await releaseWorkLine(deps, actor, body);
    return undefined;
  });
  bind(app, deps, contract.finishWorkLine, async ({ actor, body }) => {
    await finishWorkLine(deps, actor, body);
    return undefined;
  });
  bind(app, deps, contract.reopenWorkLine, async ({ actor, body }) => {
    await reopenWorkLine(deps, actor, body);
    return undefined;
  });
}

type Today = EndpointOutput<typeof getTodayEndpoint>;
type TodayDeps = Pick<Deps, "database" | "clock" | "config">;

const maxDoneLines = 50;
export const keyOf = ({ kind, subject }: WorkLineKey) => `${kind}:${subject}`;

type KindLine = WaitingLine & { kind: WorkKind };

/** All waiting work by kind, the longest waiting first. */
async function listWaiting(deps: TodayDeps): Promise<KindLine[][]> {
  const byKind: KindLine[][] = [];
  // One after the other: the page asks every 20 seconds, and must not take many connections at once.
  for (const kind of workKinds) {
    const rows = await sources[kind](deps, { limit: maxCountOfKind, matches: isOpen(kind) });
    byKind.push(rows.map((row) => ({ kind, ...row })));
  }
  return byKind;
}

const countKinds = (byKind: readonly KindLine[][]): WorkCounts =>
  Object.fromEntries(byKind.flatMap((lines) => (lines[0] ? [[lines[0].kind, lines.length]] : [])));

/** How many lines of each kind wait. */
export async function getWorkCounts(deps: TodayDeps): Promise<WorkCounts> {
  return countKinds(await listWaiting(deps));
}

/** All work that waits for an operator, and the lines that were done today. Reading it is audited. */
export async function getToday(deps: TodayDeps, { userId }: Actor): Promise<Today> {
  const { database, clock, config } = deps;
  const byKind = await listWaiting(deps);
  const waiting = byKind.flat();
  const day = { now: clock.now(), timeZone: config.business.timeZone };
  const [assignees, done, doneCount] = await Promise.all([
    selectAssignees(database, waiting),
    selectDoneToday(database, { ...day, limit: maxDoneLines }),
    countDoneToday(database, day),
  ]);
  const isMine = (line: KindLine) => assignees.get(keyOf(line)) === userId;
  const shown = byKind
    .flatMap((lines) => lines.filter((line, index) => index < maxLinesOfKind || isMine(line)))
    .sort((a, b) => a.since.getTime() - b.since.getTime());
  await recordTodayView(deps, userId, shown);
  const people = await findPeople(database, [
    ...shown.flatMap(({ userIds }) => userIds),
    ...assignees.values(),
    ...done.map(({ doneBy }) => doneBy),
  ]);
  const name = (id: string) => ({ _id: id, name: nameOf(people.get(id)) });
  const operator = (id: string) => ({ ...name(id), isMe: id === userId });
  return {
    lines: shown.map((line) => {
      const assignee = assignees.get(keyOf(line));
      return present(line, { name, takenBy: assignee === undefined ? null : operator(assignee) });
    }),
    byKind: countKinds(byKind),
    done: done.map(({ kind, subject, note, doneBy, doneAt }) => ({
      kind: kind as WorkKind,
      subject,
      note,
      doneBy: operator(doneBy),
      doneAt: doneAt.toISOString(),
    })),
    counts: {
      all: waiting.length,
      mine: waiting.filter(isMine).length,
      done: doneCount,
    },
  };
}

/** The line as it is now; null when nothing of this kind and subject waits. */
export async function findWaitingLine(
  deps: TodayDeps,
  { kind, subject }: WorkLineKey,
): Promise<WaitingLine | null> {
  const open = isOpen(kind);
  const matches: typeof open = (id, since) => sql<boolean>`${id} = ${subject} and ${open(id, since)}`;
  const [line] = await sources[kind](deps, { limit: 1, matches });
  return line ?? null;
}

function present(
  line: KindLine,
  {
    name,
    takenBy,
  }: { name(id: string): Today["lines"][number]["people"][number] } & Pick<Today["lines"][number], "takenBy">,
): Today["lines"][number] {
  return {
    kind: line.kind,
    subject: line.subject,
    since: line.since.toISOString(),
    people: line.userIds.map(name),
    startsAt: line.startsAt?.toISOString() ?? null,
    detail: line.detail,
    bookingId: line.bookingId,
    paymentId: line.paymentId,
    takenBy,
  };
}

/** Everybody whom a line names has an account. The row of an account stays when the account is closed. */
function nameOf(person: Person | undefined): string {
  return person === undefined ? "Unknown" : fullName(person);
}

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

const action = "desk.today-viewed";

/** A page that stays open counts as a new read of the same people's data after this time. */
const minutesOfOneRead = 15;

/** The people whose data a line shows. An applicant may have no account. */
const peopleOf = ({ kind, subject, userIds }: WaitingLine & { kind: WorkKind }) =>
  kind === "application" ? [`application:${subject}`] : userIds.map((id) => `user:${id}`);

/**
 * Records in the audit log which people Today showed to an operator. The page asks every 20 seconds, so each
 * of them is named once in a quarter of an hour.
 */
export async function recordTodayView(
  { database, clock }: Pick<Deps, "database" | "clock">,
  userId: string,
  lines: readonly (WaitingLine & { kind: WorkKind })[],
): Promise<void> {
  const people = new Set(lines.flatMap(peopleOf));
  if (people.size === 0) return;
  const now = clock.now();
  await inTransaction(database, async (tx) => {
    const earlier = await tx
      .selectFrom("auditLog")
      .select(sql<string[]>`details->'shown'`.as("shown"))
      .where("actorUserId", "=", userId)
      // As a literal, which the partial index needs.
      .where("action", "=", sql.lit(action))
      .where("createdAt", ">=", addMinutes(now, -minutesOfOneRead))
      .execute();
    for (const person of earlier.flatMap(({ shown }) => shown)) people.delete(person);
    if (people.size === 0) return;
    const details = { shown: [...people] };
    await recordAudit(tx, { actor: { userId }, action, subject: "everybody", details, now });
  });
}
