import type { MarkLabel } from "@greenroom/contract/room/room-record.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";

interface Mark {
  id: string;
  bookingId: string;
  authorId: string;
  label: MarkLabel;
  note: string;
  markedAt: Date;
}

const columns = ["id", "bookingId", "authorId", "label", "note", "markedAt"] as const;

/** Stores a mark once. Returns the stored mark, or null if its id belongs to someone else's mark. */
export async function saveMark(tx: Tx, mark: Mark): Promise<Mark | null> {
  await tx
    .insertInto("roomMarks")
    .values(mark)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const stored = await tx
    .selectFrom("roomMarks")
    .select(columns)
    .where("id", "=", mark.id)
    .where("bookingId", "=", mark.bookingId)
    .where("authorId", "=", mark.authorId)
    .executeTakeFirst();
  return stored === undefined ? null : { ...stored, label: stored.label as MarkLabel };
}

/** The marks of an interview, oldest first. */
export async function selectMarks(database: Database | Tx, bookingId: string): Promise<Mark[]> {
  return await database
    .selectFrom("roomMarks")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .orderBy("markedAt")
    .execute();
}
