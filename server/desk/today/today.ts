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
import { type Insertable, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { WorkStates } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { findPeople, type Person } from "../../people/accounts/profile.ts";
import { getOperator } from "../access/open-desk.ts";
import { isOpen, sources, type WaitingLine } from "./sources.ts";

/** The operators' work queue. */
export function registerTodayRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getToday, ({ actor }) => getToday(deps, actor));
  bind(app, deps, contract.getWorkCounts, async () => countKinds(await listWaiting(deps)));
  bind(app, deps, contract.takeWorkLine, ({ actor, body }) => takeWorkLine(deps, actor, body));
  bind(app, deps, contract.releaseWorkLine, ({ actor, body }) => releaseWorkLine(deps, actor, body));
  bind(app, deps, contract.finishWorkLine, ({ actor, body }) => finishWorkLine(deps, actor, body));
  bind(app, deps, contract.reopenWorkLine, ({ actor, body }) => reopenWorkLine(deps, actor, body));
}

type Today = EndpointOutput<typeof getTodayEndpoint>;

const maxDoneLines = 50;
const keyOf = ({ kind, subject }: WorkLineKey) => `${kind}:${subject}`;

type KindLine = WaitingLine & { kind: WorkKind };

/** All waiting work by kind, the longest waiting first. */
async function listWaiting(deps: Deps): Promise<KindLine[][]> {
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

/** All work that waits for an operator, and the lines that were done today. Reading it is audited. */
async function getToday(deps: Deps, { userId }: Actor): Promise<Today> {
  const { database, clock, config } = deps;
  const byKind = await listWaiting(deps);
  const waiting = byKind.flat();
  const { timeZone } = config.business;
  const isDoneToday = sql<boolean>`done_at >= date_trunc('day', ${clock.now()}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`;
  const [assignees, done, { count }] = await Promise.all([
    selectAssignees(database, waiting),
    database
      .selectFrom("workStates")
      .select(["kind", "subject", "note", "doneBy", "doneAt"])
      .where(isDoneToday)
      .orderBy("doneAt", "desc")
      .limit(maxDoneLines)
      .$narrowType<{ doneBy: string; doneAt: Date }>()
      .execute(),
    database
      .selectFrom("workStates")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where(isDoneToday)
      .executeTakeFirstOrThrow(),
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
      return {
        kind: line.kind,
        subject: line.subject,
        since: line.since.toISOString(),
        people: line.userIds.map(name),
        startsAt: line.startsAt?.toISOString() ?? null,
        detail: line.detail,
        bookingId: line.bookingId,
        paymentId: line.paymentId,
        takenBy: assignee === undefined ? null : operator(assignee),
      };
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
      done: Number(count),
    },
  };
}

/** The line as it is now; null when nothing of this kind and subject waits. */
async function findWaitingLine(deps: Deps, { kind, subject }: WorkLineKey): Promise<WaitingLine | null> {
  const open = isOpen(kind);
  const matches: typeof open = (id, since) => sql<boolean>`${id} = ${subject} and ${open(id, since)}`;
  const [line] = await sources[kind](deps, { limit: 1, matches });
  return line ?? null;
}

/** Everybody whom a line names has an account. The row of an account stays when the account is closed. */
function nameOf(person: Person | undefined): string {
  return person === undefined ? "Unknown" : fullName(person);
}

const noLongerWaits = () => conflict("This is no longer waiting. Somebody handled it, or it was resolved.");

/** Takes a line. Throws `conflict` when another operator has it, or when it no longer waits. */
async function takeWorkLine(deps: Deps, actor: Actor, key: WorkLineKey): Promise<undefined> {
  return await changeLine(deps, actor, { key, action: "desk.work-taken" }, async (tx, { takenBy }) => {
    if (takenBy === actor.userId) return false;
    if (takenBy !== null) {
      const assignee = (await findPeople(tx, [takenBy])).get(takenBy);
      throw conflict(`${assignee?.firstName ?? "Another operator"} has taken this.`);
    }
    if ((await findWaitingLine({ ...deps, database: tx }, key)) === null) throw noLongerWaits();
    await setState(tx, key, { takenBy: actor.userId, takenAt: deps.clock.now() });
    return true;
  });
}

/** Gives a line back. Throws `conflict` when another operator has it, unless an owner asks. */
async function releaseWorkLine(deps: Deps, actor: Actor, key: WorkLineKey): Promise<undefined> {
  return await changeLine(deps, actor, { key, action: "desk.work-released" }, async (tx, { takenBy }) => {
    if (takenBy === null) return false;
    if (takenBy !== actor.userId && getOperator(actor).level !== "owner") {
      throw conflict("Another operator has taken this. An owner can release it.");
    }
    await setState(tx, key, { takenBy: null, takenAt: null });
    return true;
  });
}

/**
 * Marks a line as done. Throws `conflict` if it no longer waits, if its cause occurred again since the
 * operator saw it, or if another operator has taken it.
 */
async function finishWorkLine(
  deps: Deps,
  actor: Actor,
  { since, note, ...key }: WorkLineKey & { since: string; note: string },
): Promise<undefined> {
  return await changeLine(deps, actor, { key, action: "desk.work-done", note }, async (tx, { takenBy }) => {
    if (takenBy !== null && takenBy !== actor.userId) {
      throw conflict("Another operator has taken this.");
    }
    const line = await findWaitingLine({ ...deps, database: tx }, key);
    if (line === null) throw noLongerWaits();
    if (line.since.getTime() !== Date.parse(since)) {
      throw conflict("This has happened again since you opened the page. Look at it again.");
    }
    const done = { doneBy: actor.userId, doneAt: deps.clock.now(), doneSince: line.since, note };
    // A line that is done belongs to nobody.
    await setState(tx, key, { takenBy: null, takenAt: null, ...done });
    return true;
  });
}

/** Lets a line wait again that was marked as done. Throws `not_found` when it was not. */
async function reopenWorkLine(deps: Deps, actor: Actor, key: WorkLineKey): Promise<undefined> {
  return await changeLine(deps, actor, { key, action: "desk.work-reopened" }, async (tx, { doneAt }) => {
    if (doneAt === null) throw new AppError("not_found", { msg: "This is not done." });
    await setState(tx, key, { doneBy: null, doneAt: null, doneSince: null, note: "" });
    return true;
  });
}

/** Runs `change` with the line's state, under its lock, so that operators take turns, and writes the audit line when it changed something. */
async function changeLine(
  deps: Deps,
  { userId }: Actor,
  { key, action, note }: { key: WorkLineKey; action: string; note?: string },
  change: (tx: Tx, state: { takenBy: string | null; doneAt: Date | null }) => Promise<boolean>,
): Promise<undefined> {
  await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`work:${keyOf(key)}`]);
    const state = await tx
      .selectFrom("workStates")
      .select(["takenBy", "doneAt"])
      .where("kind", "=", key.kind)
      .where("subject", "=", key.subject)
      .executeTakeFirst();
    if (!(await change(tx, state ?? { takenBy: null, doneAt: null }))) return;
    const details = note === undefined ? {} : { note };
    const subject = `work:${keyOf(key)}`;
    await recordAudit(tx, { actor: { userId }, action, subject, details, now: deps.clock.now() });
  });
}

/** The operators who have taken these lines, by `kind:subject`. */
async function selectAssignees(
  database: Database,
  keys: readonly WorkLineKey[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await database
    .selectFrom("workStates")
    .select(["kind", "subject", "takenBy"])
    .where("takenBy", "is not", null)
    .where(
      sql<boolean>`(kind, subject) in (select * from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subject }) => subject)}::text[]))`,
    )
    .execute();
  return new Map(rows.map(({ kind, subject, takenBy }) => [`${kind}:${subject}`, takenBy ?? ""]));
}

async function setState(
  tx: Tx,
  { kind, subject }: WorkLineKey,
  changes: Omit<Insertable<WorkStates>, "kind" | "subject">,
): Promise<void> {
  await tx
    .insertInto("workStates")
    .values({ kind, subject, ...changes })
    .onConflict((conflict) => conflict.columns(["kind", "subject"]).doUpdateSet(changes))
    .execute();
}

const action = "desk.today-viewed";

/** A page that stays open counts as a new read of the same people's data after this time. */
const minutesOfOneRead = 15;

/** The people whose data a line shows. An applicant may have no account. */
const peopleOf = ({ kind, subject, userIds }: KindLine) =>
  kind === "application" ? [`application:${subject}`] : userIds.map((id) => `user:${id}`);

/**
 * Records in the audit log which people Today showed to an operator. The page asks every 20 seconds, so each
 * of them is named once in a quarter of an hour.
 */
async function recordTodayView(
  { database, clock }: Deps,
  userId: string,
  lines: readonly KindLine[],
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
