import {
  type CodeChange,
  type PadLanguage,
  padLanguages,
  rebuildCode,
} from "@greenroom/contract/room/code-pad.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { RoomCodeSnapshots } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import {
  historyLimits,
  maxSnapshotBytes,
  maxSnapshots,
  runSnapshotSeconds,
  snapshotSeconds,
  snapshotsPerWholeText,
} from "../rules.ts";
import { type PadContent, readPad } from "./pad-store.ts";

interface Pending {
  /** When each person last edited, also on another server. */
  editors: Map<string, Date>;
  /** The first edit on this server that no snapshot contains yet. */
  since: Date | null;
  timer: NodeJS.Timeout | undefined;
}

interface Edit {
  userId: string;
  /** True if the edit arrived at this server, which then takes the snapshot as well. */
  isOwn: boolean;
  /** When the interview's next phase begins. A snapshot is also taken then. */
  nextPhaseAt?: Date | null;
}

type HistoryDeps = Pick<Deps, "database" | "clock" | "log">;

/** Decides when a snapshot of a pad is due, and takes it without delaying edits. */
export class CodeHistory {
  readonly #deps: HistoryDeps;
  readonly #readText: (bookingId: string) => string | null;
  readonly #pending = new Map<string, Pending>();
  /** Snapshots in progress, one after the other for each pad. */
  readonly #work = new Map<string, Promise<void>>();

  /** `readText` returns the text in this server's memory, or null if it has none. */
  constructor(deps: HistoryDeps, readText: (bookingId: string) => string | null) {
    this.#deps = deps;
    this.#readText = readText;
  }

  noteEdit(bookingId: string, { userId, isOwn, nextPhaseAt = null }: Edit): void {
    const now = this.#deps.clock.now();
    const pending = this.#pendingOf(bookingId);
    pending.editors.set(userId, now);
    if (!isOwn) return;
    pending.since ??= now;
    const dueIn = pending.since.getTime() + snapshotSeconds * 1000 - now.getTime();
    if (dueIn <= 0) {
      this.#start(bookingId, { reason: "time" });
      return;
    }
    const untilPhase = nextPhaseAt === null ? dueIn : nextPhaseAt.getTime() - now.getTime();
    const isPhaseFirst = untilPhase > 0 && untilPhase < dueIn;
    pending.timer ??= setTimeout(
      () => this.#start(bookingId, { reason: isPhaseFirst ? "moment" : "time" }),
      isPhaseFirst ? untilPhase : dueIn,
    );
  }

  /** Takes a snapshot for a run, even if others edited the code, on any server. */
  captureForRun(bookingId: string, at: Date): void {
    this.#start(bookingId, { reason: "run", at });
  }

  /** Takes a snapshot of edits on this server that have none yet, because the interview ended or everybody left. */
  flush(bookingId: string): void {
    if ((this.#pending.get(bookingId)?.since ?? null) !== null) this.#start(bookingId, { reason: "moment" });
  }

  /** Drops the state of a pad that is no longer open here. Snapshots in progress still complete. */
  forget(bookingId: string): void {
    clearTimeout(this.#pending.get(bookingId)?.timer);
    this.#pending.delete(bookingId);
  }

  /** Resolves when all snapshots are stored. */
  async close(): Promise<void> {
    for (const bookingId of [...this.#pending.keys()]) {
      this.flush(bookingId);
      this.forget(bookingId);
    }
    while (this.#work.size > 0) await Promise.all(this.#work.values());
  }

  #pendingOf(bookingId: string): Pending {
    const known = this.#pending.get(bookingId);
    if (known !== undefined) return known;
    const pending: Pending = { editors: new Map(), since: null, timer: undefined };
    this.#pending.set(bookingId, pending);
    return pending;
  }

  /** Reads the text at once and queues everything that needs the database. */
  #start(
    bookingId: string,
    { reason, at = this.#deps.clock.now() }: { reason: SnapshotReason; at?: Date },
  ): void {
    const pending = this.#pending.get(bookingId);
    clearTimeout(pending?.timer);
    const editors = new Map(pending?.editors);
    if (pending !== undefined) Object.assign(pending, { since: null, timer: undefined });
    const text = this.#readText(bookingId);
    const before = this.#work.get(bookingId) ?? Promise.resolve();
    const work = before
      .then(async () => {
        const now = text ?? (await readPad(this.#deps.database, bookingId))?.text ?? "";
        const outcome = await takeSnapshot(this.#deps, { bookingId, text: now, at, editors, reason });
        if (outcome === "too-soon") this.#retry(bookingId, at);
      })
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error, bookingId }, "could not store the code's history; will retry");
        this.#retry(bookingId, at);
      })
      .finally(() => {
        if (this.#work.get(bookingId) === work) this.#work.delete(bookingId);
      });
    this.#work.set(bookingId, work);
  }

  /** Tries again later if another server was faster or the database unavailable, unless all have left. */
  #retry(bookingId: string, since: Date): void {
    const pending = this.#pending.get(bookingId);
    if (pending === undefined) return;
    pending.since ??= since;
    pending.timer ??= setTimeout(() => this.#start(bookingId, { reason: "time" }), snapshotSeconds * 1000);
  }
}

/**
 * Why a snapshot is taken. One that is only due by time is skipped if another server took one a moment ago. "moment" is
 * the end of a phase, of the interview, or of the last connection.
 */
type SnapshotReason = "time" | "run" | "moment";

interface CodeNow {
  bookingId: string;
  text: string;
  at: Date;
  /** When each person last edited, as far as this server knows. */
  editors: ReadonlyMap<string, Date>;
  reason: SnapshotReason;
}

/**
 * Stores the current text of a pad if it changed. A lock makes servers take turns, so that two of them never store
 * the same change. The text replaces the newest snapshot if runs follow each other fast, or if the history already
 * contains as much as it may at this time of the interview. "full" means that it has reached its last limit.
 */
export async function takeSnapshot(
  deps: Pick<Deps, "database">,
  { bookingId, at, editors, reason, ...now }: CodeNow,
): Promise<"taken" | "unchanged" | "too-soon" | "full"> {
  const text = storableText(now.text);
  return await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`code history of ${bookingId}`]);
    const { last, before } = await findLastSnapshots(tx, bookingId);
    const { language, intervieweeId, interviewerId, startsAt, endsAt } = await selectPadFacts(tx, bookingId);
    const isIn = (snapshot: SnapshotWithText | null) =>
      snapshot === null ? text === "" : text === snapshot.text && language === snapshot.language;
    if (isIn(last)) return "unchanged";
    // The clocks of two servers differ a little, and times in the history must not decrease.
    const takenAt = last !== null && last.takenAt > at ? last.takenAt : at;
    const isSoon = last !== null && takenAt.getTime() - last.takenAt.getTime() < snapshotSeconds * 1000;
    if (reason === "time" && isSoon) return "too-soon";
    const appended = follow(last, text);
    const limits = historyLimits(startsAt, endsAt, takenAt);
    const isCrowded = appended.position >= limits.snapshots;
    const spacing = isCrowded ? snapshotSeconds : reason === "run" ? runSnapshotSeconds : 0;
    const replaced =
      last !== null &&
      (isInSamePeriod(last.takenAt, takenAt, spacing) ||
        appended.position >= maxSnapshots ||
        appended.totalBytes > limits.bytes)
        ? last
        : null;
    if (replaced !== null && isIn(before)) {
      await tx.deleteFrom("roomCodeSnapshots").where("id", "=", replaced.id).execute();
      return "taken";
    }
    const next = replaced === null ? appended : follow(before, text);
    if (next.totalBytes > maxSnapshotBytes) return "full";
    const hasEdited = (userId: string, party: Party) => {
      const editedAt = editors.get(userId);
      const isSinceLast = editedAt !== undefined && (last === null || editedAt >= last.takenAt);
      return isSinceLast || replaced?.editedBy.includes(party) === true;
    };
    await putSnapshot(tx, {
      ...next,
      id: replaced?.id ?? newId(),
      bookingId,
      takenAt,
      language,
      editedBy: [
        ...(hasEdited(intervieweeId, "interviewee") ? (["interviewee"] as const) : []),
        ...(hasEdited(interviewerId, "interviewer") ? (["interviewer"] as const) : []),
      ],
    });
    return "taken";
  });
}

/** Periods have fixed borders, so that a run in every second still adds a snapshot in each period. */
function isInSamePeriod(one: Date, other: Date, seconds: number): boolean {
  const period = (instant: Date) => Math.floor(instant.getTime() / (seconds * 1000));
  return seconds > 0 && period(one) === period(other);
}

/** A text as the snapshot after `last`. */
function follow(last: SnapshotWithText | null, text: string) {
  const position = last === null ? 0 : last.position + 1;
  const change = last === null ? { text } : shorterChange(last.text, text, position);
  return { position, change, totalBytes: (last?.totalBytes ?? 0) + bytesOf(change) };
}

/** A difference, or the whole text now and then, so that reading one moment needs no whole history. */
function shorterChange(before: string, text: string, position: number): CodeChange {
  if (position % snapshotsPerWholeText === 0) return { text };
  const change = changeBetween(before, text);
  return change.insert.length < text.length ? change : { text };
}

function bytesOf(change: CodeChange): number {
  return Buffer.byteLength("text" in change ? change.text : change.insert);
}

/** The difference between two texts as one splice that covers everything that differs. */
export function changeBetween(before: string, after: string): Exclude<CodeChange, { text: string }> {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  // Half of a surrogate pair cannot be stored in a database.
  if (from > 0 && isHighSurrogate(before.charCodeAt(from - 1))) from -= 1;
  let same = 0;
  while (
    same < shorter - from &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) {
    same += 1;
  }
  if (same > 0 && isLowSurrogate(before.charCodeAt(before.length - same))) same -= 1;
  return {
    from,
    deleteCount: before.length - same - from,
    insert: after.slice(from, after.length - same),
  };
}

/** Replaces NUL and halves of surrogate pairs, which PostgreSQL refuses. All offsets stay the same. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Snapshots of a pad since a time, oldest first. The first has the whole text if its base is left out. */
export async function listSnapshots(
  database: Database | Tx,
  bookingId: string,
  since: Date,
): Promise<Snapshot[]> {
  const rows = await database
    .selectFrom("roomCodeSnapshots")
    .select(snapshotColumns)
    .where("bookingId", "=", bookingId)
    .orderBy("position")
    .execute();
  const snapshots = rows.map(asSnapshot);
  const first = snapshots.findIndex(({ takenAt }) => takenAt >= since);
  if (first < 0) return [];
  if (first === 0) return snapshots;
  const text = rebuildCode(
    snapshots.map(({ change }) => change),
    first,
  );
  return snapshots
    .slice(first)
    .map((snapshot, index) => (index === 0 ? { ...snapshot, change: { text } } : snapshot));
}

interface Snapshot {
  id: string;
  position: number;
  takenAt: Date;
  language: PadLanguage;
  editedBy: Party[];
  change: CodeChange;
  /** Size of all content up to and including this snapshot. */
  totalBytes: number;
}

const snapshotColumns = [
  "id",
  "position",
  "takenAt",
  "language",
  "byInterviewee",
  "byInterviewer",
  "spliceFrom",
  "deleteCount",
  "content",
  "totalBytes",
] as const;

function asSnapshot(row: Pick<Selectable<RoomCodeSnapshots>, (typeof snapshotColumns)[number]>): Snapshot {
  const { id, position, takenAt, totalBytes, spliceFrom, deleteCount, content } = row;
  return {
    id,
    position,
    takenAt,
    totalBytes,
    language: row.language,
    editedBy: [
      ...(row.byInterviewee ? (["interviewee"] as const) : []),
      ...(row.byInterviewer ? (["interviewer"] as const) : []),
    ],
    change: spliceFrom === null ? { text: content } : { from: spliceFrom, deleteCount, insert: content },
  };
}

type SnapshotWithText = Snapshot & { text: string };

/** The newest snapshot and the one before it, with their texts; null where there is none. */
async function findLastSnapshots(
  tx: Tx,
  bookingId: string,
): Promise<{ last: SnapshotWithText | null; before: SnapshotWithText | null }> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0) as position from room_code_snapshots
    where booking_id = ${bookingId} and splice_from is null
      and position < (select max(position) from room_code_snapshots where booking_id = ${bookingId})`.execute(
    tx,
  );
  const wholeRows = await tx
    .selectFrom("roomCodeSnapshots")
    .select(snapshotColumns)
    .where("bookingId", "=", bookingId)
    .where("position", ">=", rows[0]?.position ?? 0)
    .orderBy("position")
    .execute();
  const snapshots = wholeRows.map(asSnapshot);
  const changes = snapshots.map(({ change }) => change);
  const withText = (index: number) => {
    const snapshot = snapshots[index];
    return snapshot === undefined ? null : { ...snapshot, text: rebuildCode(changes, index) };
  };
  return { last: withText(snapshots.length - 1), before: withText(snapshots.length - 2) };
}

interface PadFacts {
  language: PadLanguage;
  intervieweeId: string;
  interviewerId: string;
  startsAt: Date;
  endsAt: Date;
}

/** The language of a pad, the two people who may have edited it, and the time of their interview. */
async function selectPadFacts(tx: Tx, bookingId: string): Promise<PadFacts> {
  const { rows } = await sql<PadFacts>`
    select coalesce(code.language, ${padLanguages[0]}) as language, interviewee_id, interviewer_id, starts_at, ends_at
    from bookings left join room_code code on code.booking_id = bookings.id
    where bookings.id = ${bookingId}`.execute(tx);
  if (rows[0] === undefined) throw new Error(`there is no booking ${bookingId}`);
  return rows[0];
}

/** Stores a snapshot, in place of the one with the same id if there is one. */
async function putSnapshot(
  tx: Tx,
  { editedBy, change, ...snapshot }: Snapshot & { bookingId: string },
): Promise<void> {
  const isWhole = "text" in change;
  const row = {
    ...snapshot,
    byInterviewee: editedBy.includes("interviewee"),
    byInterviewer: editedBy.includes("interviewer"),
    spliceFrom: isWhole ? null : change.from,
    deleteCount: isWhole ? 0 : change.deleteCount,
    content: isWhole ? change.text : change.insert,
  };
  await tx
    .insertInto("roomCodeSnapshots")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** The pads of all of a person's interviews with their histories, oldest interview first, for the export of their data. */
export async function* readOwnPads(
  tx: Tx,
  userId: string,
): AsyncGenerator<{ bookingId: string; history: object[] } & PadContent> {
  const bookings = await tx
    .selectFrom("bookings")
    .select("id")
    .where((is) => is.or([is("intervieweeId", "=", userId), is("interviewerId", "=", userId)]))
    .orderBy("startsAt")
    .orderBy("id")
    .execute();
  for (const { id: bookingId } of bookings) {
    const pad = await readPad(tx, bookingId);
    if (pad === null) continue;
    const snapshots = await listSnapshots(tx, bookingId, new Date(0));
    const history = snapshots.map(({ takenAt, language, editedBy, change }) => ({
      ...{ takenAt, language, editedBy },
      ...change,
    }));
    yield { bookingId, ...pad, history };
  }
}
