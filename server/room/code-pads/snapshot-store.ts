import {
  type CodeChange,
  type PadLanguage,
  padLanguages,
  rebuildCode,
} from "@greenroom/contract/room/code-pad.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { readWithCursor } from "../../kernel/db/read-lists.ts";
import type { DB } from "../../kernel/db/types.ts";

export interface Snapshot {
  id: string;
  position: number;
  takenAt: Date;
  language: PadLanguage;
  editedBy: Party[];
  change: CodeChange;
  /** Size of all content up to and including this snapshot. */
  totalBytes: number;
}

type Row = Pick<
  { [Column in keyof DB["roomCodeSnapshots"]]: DB["roomCodeSnapshots"][Column] },
  "id" | "position" | "language" | "byInterviewee" | "byInterviewer" | "content" | "totalBytes"
> & { takenAt: Date; deleteCount: number; spliceFrom: number | null };

const columns = [
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

function asSnapshot(row: Row): Snapshot {
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

/** The snapshots of an interview's code, oldest first. */
export async function selectSnapshots(database: Database, bookingId: string): Promise<Snapshot[]> {
  const rows = await database
    .selectFrom("roomCodeSnapshots")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .orderBy("position")
    .execute();
  return rows.map(asSnapshot);
}

/** The snapshots of all of a person's interviews: oldest interview first, oldest snapshot first in each. */
export async function* readOwnSnapshots(
  database: Database | Tx,
  userId: string,
): AsyncGenerator<Snapshot & { bookingId: string; startsAt: Date }> {
  const query = database
    .selectFrom("roomCodeSnapshots as snapshot")
    .innerJoin("bookings as booking", "booking.id", "snapshot.bookingId")
    .select(["snapshot.bookingId", "booking.startsAt"])
    .select(columns.map((column) => `snapshot.${column}` as const))
    .where((is) =>
      is.or([is("booking.intervieweeId", "=", userId), is("booking.interviewerId", "=", userId)]),
    )
    .orderBy("booking.startsAt")
    .orderBy("booking.id")
    .orderBy("snapshot.position");
  for await (const row of readWithCursor(database, query, { cursor: "snapshots" }))
    yield { bookingId: row.bookingId, startsAt: row.startsAt, ...asSnapshot(row) };
}

export type SnapshotWithText = Snapshot & { text: string };

/** The newest snapshot and the one before it, with their texts; null where there is none. */
export async function findLastSnapshots(
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
    .select(columns)
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
export async function selectPadFacts(tx: Tx, bookingId: string): Promise<PadFacts> {
  const { rows } = await sql<PadFacts>`
    select coalesce(code.language, ${padLanguages[0]}) as language, interviewee_id, interviewer_id, starts_at, ends_at
    from bookings left join room_code code on code.booking_id = bookings.id
    where bookings.id = ${bookingId}`.execute(tx);
  if (rows[0] === undefined) throw new Error(`there is no booking ${bookingId}`);
  return rows[0];
}

/** Stores a snapshot, in place of the one with the same id if there is one. */
export async function putSnapshot(
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

export async function deleteSnapshot(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("roomCodeSnapshots").where("id", "=", id).execute();
}
