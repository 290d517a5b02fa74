import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type AskedQuestion,
  maxAskedQuestions,
  type QuestionMarks,
  type ShownQuestion,
} from "@greenroom/contract/room/room-questions.ts";
import type { Selectable } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { RoomQuestions } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { roomClosesMinutesAfter, roomTimes } from "../../schedule/meetings/meeting-times.ts";
import { publishOnCommit } from "../connections/room-events.ts";
import { getHostedBooking } from "../rooms.ts";
import { checkMayEnterRoom } from "../rules.ts";
import { findQuestion } from "./find-questions.ts";

/** A question that was shown in an interview, with the private marks of its interviewer. */
type AskedRow = Selectable<RoomQuestions> & { marks: QuestionMarks };

function selectAsked(database: Database | Tx) {
  return database
    .selectFrom("roomQuestions as asked")
    .leftJoin("roomQuestionMarks as marks", "marks.roomQuestionId", "asked.id")
    .selectAll("asked")
    .select(["marks.criteria", "marks.note", "marks.outcome"]);
}
type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectAsked>["executeTakeFirstOrThrow"]>>;

function fromRow({ criteria, note, outcome, ...row }: SelectedRow): AskedRow {
  return { ...row, marks: { criteria: criteria ?? [], note: note ?? "", outcome } };
}

/** The questions that were shown in an interview since an instant, oldest first. */
export async function selectAskedSince(
  database: Database | Tx,
  bookingId: string,
  since: Date,
): Promise<AskedRow[]> {
  const rows = await selectAsked(database)
    .where("asked.bookingId", "=", bookingId)
    .where("asked.shownAt", ">=", since)
    .orderBy("asked.shownAt")
    .orderBy("asked.id")
    .execute();
  return rows.map(fromRow);
}

function presentAsked(asked: AskedRow): AskedQuestion {
  const { id, questionId, title, shownAt, endedAt, hints, marks } = asked;
  const times = { shownAt: shownAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  return { id, questionId, title, ...times, hints, marks };
}

/**
 * The questions that the actor asked in an interview that they give, with their marks, oldest first. Throws
 * `not_found` for other people's interviews.
 */
export async function listAsked(deps: Deps, actor: Actor, bookingId: string): Promise<AskedQuestion[]> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const asked = await selectAskedSince(deps.database, booking.id, roomTimes(booking).opensAt);
  return asked.filter(({ interviewerId }) => interviewerId === actor.userId).map(presentAsked);
}

/** The question that both parties see now; null if none is shown. The caller has checked access to the room. */
export async function readShownQuestion(
  database: Database,
  bookingId: string,
  opensAt: Date,
): Promise<ShownQuestion | null> {
  const row = await selectAsked(database)
    .where("asked.bookingId", "=", bookingId)
    .where("asked.endedAt", "is", null)
    .where("asked.shownAt", ">=", opensAt)
    .executeTakeFirst();
  if (row === undefined) return null;
  // Names every field, so that a new field stays private.
  const { id, title, prompt, minutes, shownAt, code, hints } = fromRow(row);
  const texts = hints.map(({ text }) => text);
  return { id, title, prompt, minutes, shownAt: shownAt.toISOString(), code, hints: texts };
}

/**
 * Shows a question to both parties, in place of the current one. Throws `not_found`, `conflict` while the room is
 * closed, if the id names another question or at the limit of questions, and `too_many_requests`.
 */
export async function showQuestion(
  deps: Deps,
  actor: Actor,
  { bookingId, id, questionId }: { bookingId: string; id: string; questionId: string },
): Promise<AskedQuestion> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const question = await findQuestion(deps.database, actor, questionId);
  const { source, title, topic, prompt, minutes, code, criteria } = question;
  const asked: AskedRow = {
    id,
    bookingId: booking.id,
    interviewerId: actor.userId,
    intervieweeId: booking.intervieweeId,
    source,
    questionId,
    title,
    topic,
    prompt,
    minutes,
    code:
      code === null ? null : { language: code.language, starterCode: code.starterCode, tables: code.tables },
    hints: [],
    shownAt: now,
    endedAt: null,
    marks: { criteria: criteria.map(({ name }) => ({ name, score: null })), note: "", outcome: null },
  };
  return await changeRoomQuestions(deps, actor, booking.id, async (tx) => {
    const existing = await findAsked(tx, id);
    if (existing !== null) {
      const isSame =
        existing.bookingId === booking.id &&
        existing.interviewerId === actor.userId &&
        existing.questionId === questionId;
      if (!isSame) throw conflict("This id names another question.");
      return existing;
    }
    const earlier = await selectAskedSince(tx, booking.id, roomTimes(booking).opensAt);
    if (earlier.length >= maxAskedQuestions) {
      throw conflict(`An interview has at most ${maxAskedQuestions} questions.`);
    }
    await endOpenQuestion(tx, booking.id, now);
    const { marks, code, hints, ...row } = asked;
    await tx
      .insertInto("roomQuestions")
      .values({ ...row, code: code === null ? null : JSON.stringify(code), hints: JSON.stringify(hints) })
      .execute();
    await upsertMarks(tx, asked, now);
    return asked;
  });
}

/**
 * Shows one hint of the shown question to both parties; showing it again changes nothing. Throws `not_found`,
 * `invalid_input` if the question has no such hint, `conflict` while the room is closed or if the question is done,
 * and `too_many_requests`.
 */
export async function showHint(
  deps: Deps,
  actor: Actor,
  { index, ...reference }: AskedReference & { index: number },
): Promise<AskedQuestion> {
  const booking = await getHostedBooking(deps, actor, reference.bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  return await changeRoomQuestions(deps, actor, booking.id, async (tx) => {
    const asked = await getAsked(tx, actor, reference);
    if (asked.endedAt !== null) {
      throw conflict("This question is done, so its hints can no longer be shown.");
    }
    if (asked.hints.some((hint) => hint.index === index)) return asked;
    const text = (await findQuestion(tx, actor, asked.questionId)).hints[index];
    if (text === undefined) throw invalidField("index", "This question has no such hint.");
    const hints = [...asked.hints, { index, text, shownAt: now.toISOString() }];
    await tx
      .updateTable("roomQuestions")
      .set({ hints: JSON.stringify(hints) })
      .where("id", "=", asked.id)
      .execute();
    return { ...asked, hints };
  });
}

/** Stops showing a question; nothing if it is done. Throws `not_found` and `too_many_requests`. */
export async function endQuestion(
  deps: Deps,
  actor: Actor,
  reference: AskedReference,
): Promise<AskedQuestion> {
  const booking = await getHostedBooking(deps, actor, reference.bookingId);
  const now = deps.clock.now();
  return await changeRoomQuestions(deps, actor, booking.id, async (tx) => {
    const asked = await getAsked(tx, actor, reference);
    if (asked.endedAt !== null) return asked;
    await endOpenQuestion(tx, booking.id, now);
    return { ...asked, endedAt: now };
  });
}

/** Changes the questions of a room, one change at a time, and makes both pages show the result after the commit. */
async function changeRoomQuestions(
  deps: Deps,
  { userId }: Actor,
  bookingId: string,
  change: (tx: Tx) => Promise<AskedRow>,
): Promise<AskedQuestion> {
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`questions of ${bookingId}`]);
    const asked = await change(tx);
    const envelope = { connectionId: "", userId: "", event: { kind: "question" as const } };
    await publishOnCommit(tx, deps, bookingId, envelope);
    return presentAsked(asked);
  });
}

interface SentMarks extends AskedReference, Pick<QuestionMarks, "note" | "outcome"> {
  /** In the order of the criteria. */
  scores: (number | null)[];
}

/**
 * Saves the interviewer's private marks, also after the room has closed. Throws `not_found`, `invalid_input` if the
 * number of scores differs from the number of criteria, and `too_many_requests`.
 */
export async function saveMarks(
  deps: Deps,
  actor: Actor,
  { scores, note, outcome, ...reference }: SentMarks,
): Promise<AskedQuestion> {
  await getHostedBooking(deps, actor, reference.bookingId);
  const asked = await getAsked(deps.database, actor, reference);
  const { criteria } = asked.marks;
  if (scores.length !== criteria.length) {
    throw invalidField("scores", `This question has ${criteria.length} criteria. Send one score for each.`);
  }
  const marks: QuestionMarks = {
    criteria: criteria.map(({ name }, index) => ({ name, score: scores[index] ?? null })),
    note,
    outcome,
  };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await upsertMarks(tx, { ...asked, marks }, deps.clock.now());
  });
  return presentAsked({ ...asked, marks });
}

/** Stops showing the current question of a room, if there is one. */
async function endOpenQuestion(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable("roomQuestions")
    .set({ endedAt: now })
    .where("bookingId", "=", bookingId)
    .where("endedAt", "is", null)
    .execute();
}

async function upsertMarks(
  tx: Tx,
  { id, bookingId, interviewerId, marks }: Pick<AskedRow, "id" | "bookingId" | "interviewerId" | "marks">,
  now: Date,
): Promise<void> {
  const { criteria, note, outcome } = marks;
  const changed = { criteria: JSON.stringify(criteria), note, outcome, updatedAt: now };
  await tx
    .insertInto("roomQuestionMarks")
    .values({ roomQuestionId: id, bookingId, authorId: interviewerId, ...changed })
    .onConflict((conflict) => conflict.column("roomQuestionId").doUpdateSet(changed))
    .execute();
}

async function findAsked(database: Database | Tx, id: string): Promise<AskedRow | null> {
  const row = await selectAsked(database).where("asked.id", "=", id).executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

interface AskedReference {
  bookingId: string;
  askedId: string;
}

/** A question that the actor showed in this interview. Throws `not_found`. */
async function getAsked(
  database: Database | Tx,
  actor: Actor,
  { bookingId, askedId }: AskedReference,
): Promise<AskedRow> {
  const asked = await findAsked(database, askedId);
  if (asked === null || asked.bookingId !== bookingId || asked.interviewerId !== actor.userId) {
    throw new AppError("not_found", { msg: "This question was not asked in this interview." });
  }
  return asked;
}

/**
 * The questions of the bank that the actor was shown in an interview whose room is not closed. Until then, practice and
 * drills give neither these questions nor their answer keys to the actor, because the interviewer can show a question
 * (again) as long as the room is open, also after the interview was completed.
 */
export async function listQuestionsInInterview(
  database: Database | Tx,
  { userId }: Pick<Actor, "userId">,
  now: Date,
): Promise<ReadonlySet<string>> {
  const endAfter = addMinutes(now, -roomClosesMinutesAfter);
  const rows = await database
    .selectFrom("bookings as booking")
    .innerJoin("roomQuestions as asked", "asked.bookingId", "booking.id")
    .select("asked.questionId")
    .where("booking.intervieweeId", "=", userId)
    .where("booking.status", "!=", "cancelled")
    .where("booking.endsAt", ">", endAfter)
    // No interview takes a day. The index of a person's bookings is by their start.
    .where("booking.startsAt", ">", addMinutes(endAfter, -24 * 60))
    .where("asked.source", "=", "bank")
    .execute();
  return new Set(rows.map(({ questionId }) => questionId));
}

/** Throws `conflict` while this question belongs to an interview of the actor whose room is not closed. */
export async function checkMayPractice(
  database: Database | Tx,
  actor: Pick<Actor, "userId">,
  { questionId, now }: { questionId: string; now: Date },
): Promise<void> {
  if ((await listQuestionsInInterview(database, actor, now)).has(questionId)) {
    throw conflict(
      "This question was shown in your interview. You can practice it when the interview's room has closed.",
    );
  }
}
