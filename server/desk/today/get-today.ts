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
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPeople, type Person } from "../../people/accounts/profile.ts";
import { recordTodayView } from "./record-today-view.ts";
import { sources, type WaitingLine } from "./sources.ts";
import { countDoneToday, isOpen, selectAssignees, selectDoneToday } from "./store.ts";

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
