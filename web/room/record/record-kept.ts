import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";

/** False once the record may have been deleted for its age: an empty one then says nothing about the interview. */
export function isRecordKept({ endTime }: Pick<RoomRecord, "endTime">, recordDays: number): boolean {
  return Date.now() < Date.parse(endTime) + recordDays * 86_400_000;
}
