import type { Party } from "@greenroom/contract/bookings.ts";
import { type CodeChange, rebuildCode } from "@greenroom/contract/rooms/code-history.ts";
import { type PadLanguage, padLanguages } from "@greenroom/contract/rooms/code-pad.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { readWithCursor } from "../../../db/read-with-cursor.ts";
import type { DB } from "../../../db/types.ts";

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

/** The newest snapshot with its text; null if there is none. */
export async function findLastSnapshot(
  tx: Tx,
  bookingId: string,
): Promise<(Snapshot & { text: string }) | null> {
  const rows = await tx
    .selectFrom("roomCodeSnapshots")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .where("position", ">=", (query) =>
      query
        .selectFrom("roomCodeSnapshots")
        .select(({ fn }) => fn.max("position").as("position"))
        .where("bookingId", "=", bookingId)
        .where("spliceFrom", "is", null),
    )
    .orderBy("position")
    .execute();
  const snapshots = rows.map(asSnapshot);
  const last = snapshots.at(-1);
  const changes = snapshots.map(({ change }) => change);
  return last === undefined ? null : { ...last, text: rebuildCode(changes, changes.length - 1) };
}

/** The language of a pad, and the two people who may have edited it. */
export async function selectPadFacts(
  tx: Tx,
  bookingId: string,
): Promise<{ language: PadLanguage; intervieweeId: string; interviewerId: string }> {
  const { rows } = await sql<{ language: PadLanguage; intervieweeId: string; interviewerId: string }>`
    select coalesce(code.language, ${padLanguages[0]}) as language, interviewee_id, interviewer_id
    from bookings left join room_code code on code.booking_id = bookings.id
    where bookings.id = ${bookingId}`.execute(tx);
  if (rows[0] === undefined) throw new Error(`there is no booking ${bookingId}`);
  return rows[0];
}

export async function insertSnapshot(
  tx: Tx,
  { editedBy, change, ...snapshot }: Snapshot & { bookingId: string },
): Promise<void> {
  const isWhole = "text" in change;
  await tx
    .insertInto("roomCodeSnapshots")
    .values({
      ...snapshot,
      byInterviewee: editedBy.includes("interviewee"),
      byInterviewer: editedBy.includes("interviewer"),
      spliceFrom: isWhole ? null : change.from,
      deleteCount: isWhole ? 0 : change.deleteCount,
      content: isWhole ? change.text : change.insert,
    })
    .execute();
}
