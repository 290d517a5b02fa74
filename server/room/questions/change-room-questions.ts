import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { publishOnCommit } from "../connections/room-events.ts";

/** Changes the questions of a room, one change at a time, and makes both pages show the result after the commit. */
export async function changeRoomQuestions<T>(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  bookingId: string,
  change: () => Promise<T>,
): Promise<T> {
  await lockSubjects(tx, [`questions of ${bookingId}`]);
  const result = await change();
  const envelope = { connectionId: "", userId: "", event: { kind: "question" as const } };
  await publishOnCommit(tx, deps, bookingId, envelope);
  return result;
}
