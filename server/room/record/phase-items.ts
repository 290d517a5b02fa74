import type { RecordPhase } from "@greenroom/contract/room/room-record.ts";
import { derivedId } from "../../kernel/ids.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";

interface Interview {
  id: string;
  startsAt: Date;
  endsAt: Date;
  /** Before `endsAt` if the interviewer ended the interview early. */
  completedAt: Date | null;
}

/** When each phase of an interview began, up to now. */
export function phaseItems(interview: Interview, now: Date): { id: string; at: Date; phase: RecordPhase }[] {
  const { id, startsAt, endsAt, completedAt } = interview;
  const endedAt = completedAt !== null && completedAt < endsAt ? completedAt : endsAt;
  const phases: { phase: RecordPhase; at: Date }[] = [
    { phase: "interview", at: startsAt },
    { phase: "feedback", at: roomTimes(interview).feedbackAt },
  ];
  return [...phases.filter(({ at }) => at < endedAt), { phase: "ended" as const, at: endedAt }]
    .filter(({ at }) => at <= now)
    .map((phase) => ({ ...phase, id: derivedId(`${phase.phase} ${id}`) }));
}
