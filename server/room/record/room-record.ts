import type {
  MarkLabel,
  RecordPhase,
  RoomRecord,
  RoomRecordItem,
} from "@greenroom/contract/room/room-record.ts";
import type { Selectable } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { RoomMarks, RoomVisits } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { isShortAbsence, type Span, selectVisits } from "../../schedule/bookings/attendance.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import { selectMessages } from "../chat.ts";
import { listSnapshots } from "../code-pads/code-history.ts";
import { readPad, selectRuns } from "../code-pads/pad-store.ts";
import { selectAskedSince } from "../questions/asked-questions.ts";
import { findNote, getHostedBooking, loadRoom } from "../rooms.ts";
import { checkMayEnterRoom, maxMarks, presenceCutoff } from "../rules.ts";
import { selectConsents } from "../transcript/consent.ts";
import { findCompletedAt, readCorrections } from "../transcript/corrections.ts";
import { utteranceColumns } from "../transcript/utterances.ts";
import { hasShownElements, listBoardTexts } from "../whiteboard.ts";

/**
 * The record of the actor's interview. Private notes and the marks of questions go only to the interviewer who made
 * them. The interviewee gets marks after the interview. Throws `not_found` for people who are not a party.
 */
export async function readRoomRecord(deps: Deps, actor: Actor, bookingId: string): Promise<RoomRecord> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const { parties, goal } = await loadRoom(deps, actor, booking);
  const now = deps.clock.now();
  const isOver = booking.status !== "pending" || booking.endsAt <= now;
  const withMarks = isOver || booking.interviewerId === actor.userId;
  const { until, ...corrections } = await readCorrections(deps, booking);
  const note = await findNote(deps.database, bookingId, actor.userId);
  return {
    bookingId: booking.id,
    status: booking.status,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    people: parties.map(({ isPresent: _, ...person }) => person),
    goal,
    ...(await collectRecord(deps.database, booking, { now, withMarks, readerId: actor.userId })),
    hasBoard: await hasShownElements(deps.database, bookingId),
    corrections: { ...corrections, until: until?.toISOString() ?? null },
    notes:
      note === undefined || note.body.trim() === ""
        ? null
        : { body: note.body, atSeconds: secondsFromStart(booking, note.updatedAt) },
  };
}

const maxMessages = 5_000;

interface Reading {
  now: Date;
  /** Marks are for both, but the interviewee sees them only after the interview. */
  withMarks: boolean;
  /**
   * The reader's id: only the interviewer who wrote private notes about an answer gets them. Null if there is no
   * reader.
   */
  readerId: string | null;
}

/**
 * The record that both parties of an interview may read. Items from before the room opened are left out: they
 * belong to the time before the booking was moved.
 */
export async function collectRecord(
  database: Database,
  booking: BookingRecord,
  { now, withMarks, readerId }: Reading,
): Promise<Pick<RoomRecord, "items" | "code">> {
  const { opensAt, closesAt } = roomTimes(booking);
  const { id: bookingId } = booking;
  const visits = await selectVisits(database, bookingId, { from: opensAt, to: closesAt });
  const presence = presenceItems(visits, presenceCutoff(now));
  const completedAt = await findCompletedAt(database, bookingId);
  const pad = await readPad(database, bookingId);
  const moment = (id: string, at: Date | string) => {
    const instant = new Date(at);
    return { id, at: instant.toISOString(), atSeconds: secondsFromStart(booking, instant) };
  };
  const presented = (kind: "joined" | "left") =>
    presence
      .filter((item) => item.kind === kind)
      .map(({ id, at, personId }) => ({ kind, ...moment(id, at), personId }));

  const asked = await selectAskedSince(database, bookingId, opensAt);
  const utterances = await database
    .selectFrom("roomUtterances")
    .select(utteranceColumns)
    .where("bookingId", "=", bookingId)
    .orderBy("startedAt")
    .orderBy("id")
    .execute();

  // At the same instant, joining sorts first and leaving last, and a run sorts after its code.
  const items: RoomRecordItem[] = [
    ...presented("joined"),
    // If nobody was in our room, there is nothing to divide into phases.
    ...(visits.length === 0 ? [] : phaseItems({ ...booking, completedAt }, now)).map(({ id, at, phase }) => ({
      kind: "phase" as const,
      ...moment(id, at),
      phase,
    })),
    ...(await listSnapshots(database, bookingId, opensAt)).map((snapshot) => ({
      kind: "code" as const,
      ...moment(snapshot.id, snapshot.takenAt),
      language: snapshot.language,
      editedBy: snapshot.editedBy.map((party) =>
        party === "interviewee" ? booking.intervieweeId : booking.interviewerId,
      ),
      change: snapshot.change,
    })),
    ...asked.map(({ id, interviewerId, source, questionId, title, topic, prompt, shownAt, marks }) => ({
      kind: "question" as const,
      ...moment(id, shownAt),
      personId: interviewerId,
      questionId: source === "bank" ? questionId : null,
      title,
      prompt,
      topic,
      marks: interviewerId === readerId ? marks : null,
    })),
    ...asked.flatMap(({ id, interviewerId, title, hints }) =>
      hints.map(({ index, text, shownAt }) => ({
        kind: "hint" as const,
        ...moment(derivedId(`hint ${index} ${id}`), shownAt),
        personId: interviewerId,
        title,
        text,
      })),
    ),
    ...(await selectMessages(database, bookingId, maxMessages)).map(({ id, senderId, body, sentAt }) => ({
      kind: "chat" as const,
      ...moment(id, sentAt),
      personId: senderId,
      body,
    })),
    ...(await listBoardTexts(database, bookingId)).map(({ id, authorId, text, madeAt }) => ({
      kind: "board" as const,
      ...moment(id, madeAt),
      personId: authorId,
      text,
    })),
    ...(await selectRuns(database, bookingId)).map(({ id, senderId, ranAt, ...run }) => ({
      kind: "run" as const,
      ...moment(id, ranAt),
      personId: senderId,
      ...run,
    })),
    ...(withMarks ? await selectMarks(database, bookingId) : []).map(
      ({ id, authorId, markedAt, label, note }) => ({
        kind: "mark" as const,
        ...moment(id, markedAt),
        personId: authorId,
        label,
        note,
      }),
    ),
    ...(await selectConsents(database, bookingId)).map(({ id, userId, event, happenedAt }) => ({
      kind: "consent" as const,
      ...moment(id, happenedAt),
      personId: userId,
      event,
    })),
    ...utterances.map(({ id, speakerId, startedAt, endedAt, text, originalText, language }) => ({
      kind: "utterance" as const,
      ...moment(id, startedAt),
      personId: speakerId,
      endAt: endedAt.toISOString(),
      text,
      originalText,
      language,
    })),
    ...presented("left"),
  ];
  const from = opensAt.toISOString();
  return {
    // The instants have the same format and zone, so they sort as text.
    items: items.filter(({ at }) => at >= from).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    code:
      pad === null || pad.changedAt < opensAt
        ? null
        : { language: pad.language, text: pad.text, atSeconds: secondsFromStart(booking, pad.changedAt) },
  };
}

/** Whole seconds from an interview's start; negative before it. */
export function secondsFromStart({ startsAt }: Pick<BookingRecord, "startsAt">, instant: Date): number {
  return Math.round((instant.getTime() - startsAt.getTime()) / 1000);
}

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

type Visit = Omit<Selectable<RoomVisits>, "bookingId">;

export interface Presence {
  kind: "joined" | "left";
  id: string;
  at: Date;
  personId: string;
}

/**
 * Lists who entered and left. A person's visits with less than a minute between them count as one, so that reloads
 * and weak networks add no items. A person seen at or after `presentSince` has not left.
 */
export function presenceItems(visits: readonly Visit[], presentSince: Date): Presence[] {
  const items: Presence[] = [];
  for (const own of visitsByPerson(visits)) {
    for (const [index, { id, userId: personId, ...visit }] of own.entries()) {
      const [before, after] = [own[index - 1], own[index + 1]];
      if (before === undefined || !isShortAbsence(before, visit))
        items.push({ kind: "joined", id: derivedId(`joined ${id}`), at: visit.enteredAt, personId });
      const hasLeft = visit.leftAt !== null || visit.lastSeenAt < presentSince;
      if (hasLeft && (after === undefined || !isShortAbsence(visit, after)))
        items.push({ kind: "left", id: derivedId(`left ${id}`), at: visit.lastSeenAt, personId });
    }
  }
  return items;
}

/** Each person's visits, in order of time. */
function visitsByPerson<Of extends Pick<Visit, "userId" | "enteredAt">>(visits: readonly Of[]): Of[][] {
  return [...new Set(visits.map(({ userId }) => userId))].map((person) =>
    visits
      .filter(({ userId }) => userId === person)
      .sort((a, b) => a.enteredAt.getTime() - b.enteredAt.getTime()),
  );
}

/** The absences that `presenceItems` leaves out, in order of each person's time. */
export function shortAbsences(
  visits: readonly Pick<Visit, "userId" | keyof Span>[],
): { from: Date; to: Date }[] {
  const absences: { from: Date; to: Date }[] = [];
  for (const own of visitsByPerson(visits)) {
    let before: Span | undefined;
    for (const visit of own) {
      if (before !== undefined && visit.enteredAt > before.lastSeenAt && isShortAbsence(before, visit))
        absences.push({ from: before.lastSeenAt, to: visit.enteredAt });
      if (before === undefined || visit.lastSeenAt > before.lastSeenAt) before = visit;
    }
  }
  return absences;
}

const markColumns = ["id", "bookingId", "authorId", "label", "note", "markedAt"] as const;
type Mark = Pick<Selectable<RoomMarks>, (typeof markColumns)[number]>;

/** Stores a mark once. Returns the stored mark, or null if its id belongs to someone else's mark. */
async function saveMark(tx: Tx, mark: Mark): Promise<Mark | null> {
  await tx
    .insertInto("roomMarks")
    .values(mark)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const stored = await tx
    .selectFrom("roomMarks")
    .select(markColumns)
    .where("id", "=", mark.id)
    .where("bookingId", "=", mark.bookingId)
    .where("authorId", "=", mark.authorId)
    .executeTakeFirst();
  return stored ?? null;
}

/** The marks of an interview, oldest first. */
async function selectMarks(database: Database | Tx, bookingId: string): Promise<Mark[]> {
  return await database
    .selectFrom("roomMarks")
    .select(markColumns)
    .where("bookingId", "=", bookingId)
    .orderBy("markedAt")
    .execute();
}

interface NewMark {
  bookingId: string;
  id: string;
  label: MarkLabel;
  note: string;
  secondsAgo: number;
}

/**
 * Marks a moment of an interview that the actor gives, while its room is open. Throws `not_found` for other
 * people's interviews, `conflict` while the room is closed, if the id names another mark or at the limit of marks,
 * and `too_many_requests`.
 */
export async function markMoment(
  deps: Deps,
  actor: Actor,
  { bookingId, secondsAgo, ...mark }: NewMark,
): Promise<{ id: string; at: string; atSeconds: number }> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const markedAt = new Date(now.getTime() - secondsAgo * 1000);
  const kept = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`marks of ${bookingId}`]);
    const marks = await selectMarks(tx, bookingId);
    if (marks.length >= maxMarks && !marks.some(({ id }) => id === mark.id)) {
      throw conflict(`An interview has at most ${maxMarks} marks.`);
    }
    return await saveMark(tx, { ...mark, bookingId, authorId: actor.userId, markedAt });
  });
  if (kept === null) throw conflict("This id names another mark.");
  // A page that sends a mark again can state the moment anew, but not what the mark says.
  if (kept.label !== mark.label || kept.note !== mark.note) {
    throw conflict("This mark is already saved with another label or note.");
  }
  return {
    id: kept.id,
    at: kept.markedAt.toISOString(),
    atSeconds: secondsFromStart(booking, kept.markedAt),
  };
}
