import { setTimeout as sleep } from "node:timers/promises";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  createMeeting as createMeetingEndpoint,
  getStartLink as getStartLinkEndpoint,
  parties,
} from "@greenroom/contract/schedule/bookings.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import {
  defineHandler,
  defineJob,
  defineMailJob,
  defineRecurringJob,
  type JobHandler,
} from "../../kernel/jobs.ts";
import { composeMail, type MailContent } from "../../kernel/mail/compose.ts";
import type { HostedMeetings } from "../../vendors/meeting/port.ts";
import { findBooking, getOwnBooking, isUnchanged } from "../bookings/find-booking.ts";
import {
  type BookingMailContext,
  bookingPayload,
  loadMailContext,
  type PartyMail,
  partyPayload,
} from "../bookings/mail-context.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import {
  arrangeHostedMeeting,
  bookingChangedError,
  releaseHostedMeeting,
  removeMeeting,
  removeReleasedMeeting,
  sweepMeetings,
} from "./hosts.ts";
import { getStartLink } from "./meeting-place.ts";
import {
  acquireMeetingLease,
  type ExistingMeeting,
  findMeeting,
  type MeetingLease,
  postponeMeeting,
  type RoomFallbackReason,
  selectMeeting,
  setMeetingLink,
} from "./meeting-store.ts";
import { checkMayCreateMeeting, nextAttempt } from "./meeting-times.ts";

/**
 * Creates the meeting of the actor's booking: the browser's second call after booking. Throws `not_found` for other
 * people's bookings, `conflict` if the booking is at another time, canceled or past.
 */
export async function createBookedMeeting(
  deps: Deps,
  actor: Actor,
  { bookingId, startsAt }: { bookingId: string; startsAt: Date },
): Promise<{ zoomLink: string; msg: string }> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.startsAt.getTime() !== startsAt.getTime())
    throw conflict("This booking is at another time. Please reload the page.");
  const { joinUrl, provider, roomReason } = await createMeeting(deps, booking);
  const { hosted, room } = deps.meetings;
  const name = provider === hosted?.name ? hosted.displayName : room.displayName;
  const successMessage = `✅ Booking successful & ${name} meeting created!`;
  const isFallback = roomReason !== null && hosted !== null;
  return {
    zoomLink: joinUrl,
    msg: isFallback
      ? `${successMessage} ${explainRoomFallback(roomReason, hosted.displayName, room.displayName)}`
      : successMessage,
  };
}

/** Creates a booking's meeting, whether or not a browser asks for it too. */
export const makeMeeting = defineJob("meetings.make", bookingPayload);

/** Meetings per run; the rest wait for the next minute. */
const meetingsPerRun = 20;

/** Retries meetings whose attempt is due or whose lease expired. Several servers may run this at once. */
export async function makeDueMeetings(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const { rows } = await sql<{ bookingId: string }>`
    select booking_id from meetings join bookings on bookings.id = meetings.booking_id
    where join_url is null and coalesce(next_try_at, claimed_until) <= ${now}
      and bookings.status = 'pending' and bookings.ends_at > ${now}
    order by bookings.starts_at limit ${meetingsPerRun}`.execute(deps.database);
  for (const booking of rows) await makeBookedMeeting(deps, booking);
}

/**
 * Creates a booking's meeting. Canceled and past bookings need none. An unavailable provider is retried at the
 * stored time.
 */
export async function makeBookedMeeting(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null || booking.status !== "pending" || booking.endsAt <= deps.clock.now()) return;
  try {
    await createMeeting(deps, booking);
  } catch (error) {
    const isSettledElsewhere = error instanceof AppError && ["unavailable", "conflict"].includes(error.code);
    if (!isSettledElsewhere) throw error;
    deps.log.info({ bookingId, reason: error.message }, "no meeting yet");
  }
}

/** How long a caller waits for another one that is calling the provider, and how often it checks. */
const waitTimeoutMilliseconds = 5_000;

const pollIntervalMilliseconds = 50;

/**
 * Creates the booking's meeting, or returns the existing one. Browser and job may call this at once: one calls the
 * provider, the other waits for the result. If no host is free, or the provider stays unavailable, the meeting is
 * in our own room. Throws `conflict` for a canceled or past booking, and `unavailable` if the provider is
 * unavailable and will be retried.
 */
async function createMeeting(deps: Deps, booking: BookingRecord): Promise<ExistingMeeting> {
  const { hosted, displayName } = deps.meetings;
  checkMayCreateMeeting(booking, deps.clock.now());
  for (let waited = 0; waited <= waitTimeoutMilliseconds; waited += pollIntervalMilliseconds) {
    const existing = await findMeeting(deps.database, booking.id);
    if (existing !== null) return existing;
    const leaseRequest = { bookingId: booking.id, provider: hosted?.name ?? "room", now: deps.clock.now() };
    const lease = await acquireMeetingLease(deps.database, leaseRequest);
    if (lease !== null) {
      await createWithLease(deps, booking.id, lease);
      const made = await findMeeting(deps.database, booking.id);
      if (made === null) throw bookingChangedError();
      return made;
    }
    await checkNotPostponed(deps, booking.id);
    await sleep(pollIntervalMilliseconds);
  }
  throw new AppError("unavailable", {
    msg: `The ${displayName} meeting is still being created. Please try again in a moment.`,
    retryAfterSeconds: 5,
  });
}

/**
 * Requires the lease. No transaction is open during the provider's calls. The lease replaces a lock, also if the
 * booking moves meanwhile, so that requests for two times of one meeting never race. The request uses the booking's
 * current time.
 */
async function createWithLease(deps: Deps, bookingId: string, lease: MeetingLease): Promise<void> {
  const { hosted, room } = deps.meetings;
  if (hosted === null) {
    await setMeetingLink(deps.database, bookingId, { provider: "room", joinUrl: room.joinUrl(bookingId) });
    return;
  }
  try {
    await requestFromProvider(deps, hosted, bookingId, lease);
  } catch (error) {
    // The operation that moved the booking waits for the lease, or the job retries within a minute.
    if (hasErrorCode(error, "conflict")) await postponeMeeting(deps.database, lease, deps.clock.now());
    throw error;
  }
}

async function requestFromProvider(
  deps: Deps,
  hosted: HostedMeetings,
  bookingId: string,
  lease: MeetingLease,
): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null) throw bookingChangedError();
  checkMayCreateMeeting(booking, deps.clock.now());
  try {
    if (!(await arrangeHostedMeeting(deps, hosted, booking))) await fallBackToRoom(deps, booking, "no-host");
  } catch (error) {
    if (!hasErrorCode(error, "unavailable")) throw error;
    const now = deps.clock.now();
    const next = nextAttempt(booking, lease.firstAttemptAt, error.retryAfterSeconds ?? 0, now);
    deps.log.warn({ bookingId, next, err: error }, "the meeting provider is unavailable");
    if (next === null) return await fallBackToRoom(deps, booking, "provider-away");
    await postponeMeeting(deps.database, lease, next);
    throw error;
  }
}

function hasErrorCode(error: unknown, code: "conflict" | "unavailable"): error is AppError {
  return error instanceof AppError && error.code === code;
}

async function checkNotPostponed(deps: Deps, bookingId: string): Promise<void> {
  const next = (await selectMeeting(deps.database, bookingId))?.nextTryAt?.getTime() ?? 0;
  const seconds = Math.ceil((next - deps.clock.now().getTime()) / 1000);
  if (seconds <= 0) return;
  throw new AppError("unavailable", {
    msg: `${deps.meetings.displayName} cannot be reached at the moment. We'll create the meeting as soon as possible.`,
    retryAfterSeconds: seconds,
  });
}

/**
 * Creates the meetings of bookings in our own room, in one statement. Meetings that exist or are being created stay
 * as they are; canceled and past bookings get none.
 */
export async function createRoomMeetings(deps: Deps, tx: Tx, bookingIds: string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  const now = deps.clock.now();
  const links = bookingIds.map((bookingId) => deps.meetings.room.joinUrl(bookingId));
  await sql`
    insert into meetings (booking_id, provider, join_url, created_at)
    select bookings.id, 'room', made.join_url, ${now}::timestamptz
    from unnest(${bookingIds}::uuid[], ${links}::text[]) made (booking_id, join_url)
    join bookings on bookings.id = made.booking_id
    where bookings.status = 'pending' and bookings.ends_at > ${now}
    on conflict do nothing`.execute(tx);
}

/**
 * Moves the meeting to our own room because the provider cannot host it, and tells both parties, once. Throws
 * `conflict` if the booking changed meanwhile, because the provider may be able to host it at another time.
 */
async function fallBackToRoom(
  deps: Deps,
  booking: BookingRecord,
  roomReason: RoomFallbackReason,
): Promise<void> {
  const { id } = booking;
  await inTransaction(deps.database, async (tx) => {
    if (!(await isUnchanged(tx, booking))) throw bookingChangedError();
    const meetingLink = { provider: "room", joinUrl: deps.meetings.room.joinUrl(id), roomReason };
    if (!(await setMeetingLink(tx, id, meetingLink))) return;
    await releaseHostedMeeting(deps, tx, id);
    for (const to of parties) await deps.jobs.enqueue(tx, mailRoomFallback, { bookingId: id, to });
  });
}

export const mailRoomFallback = defineMailJob("meetings.mail-room-instead", partyPayload);

/**
 * Mails one party that the interview is in our own room instead. Sends nothing when the booking is no longer
 * pending, or when its meeting is not a fallback any more.
 */
export async function sendRoomFallback(deps: Deps, { bookingId, to }: PartyMail): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  const meeting = await findMeeting(deps.database, bookingId);
  if (context?.booking.status !== "pending" || meeting === null || meeting.roomReason === null) return;
  const { displayName: provider, room } = deps.meetings;
  const fallback = { reason: meeting.roomReason, provider, room: room.displayName };
  await deps.mail.send(composeMail(deps.config.business, roomFallbackMessage(context, fallback)));
}

function explainRoomFallback(reason: RoomFallbackReason, provider: string, room: string): string {
  const why =
    reason === "no-host" ? `${provider} has no host free at that time` : `${provider} cannot be reached`;
  return `${why}, so you meet in the ${room} room. The link is with your booking.`;
}

function roomFallbackMessage(
  { reader, otherName, when, bookingUrl }: BookingMailContext,
  { reason, provider, room }: { reason: RoomFallbackReason; provider: string; room: string },
): MailContent {
  return {
    to: reader.email,
    subject: `Where you'll meet: ${when.short}`,
    heading: `Your interview is in the ${room} room.`,
    paragraphs: [
      `With: ${otherName}`,
      `When: ${when.long}`,
      explainRoomFallback(reason, provider, room),
      "It opens in your browser 10 minutes before the start; there is nothing to install.",
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}

interface MissingMeeting extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
}

const hoursBefore = 24;

/**
 * Bookings that start within a day and have no meeting yet. Their waiting time counts from a day before the start,
 * or from the booking if that is later.
 */
export async function listMissingMeetings(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<MissingMeeting[]> {
  const since = sql`greatest(booking.created_at, booking.starts_at - make_interval(hours => ${hoursBefore}))`;
  const { rows } = await sql<MissingMeeting>`
    select booking.id as subject, ${since} as since, booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from bookings booking
    where booking.status = 'pending' and booking.starts_at > ${now}
      and booking.starts_at <= ${addMinutes(now, 60 * hoursBefore)}
      and not exists (select from meetings where meetings.booking_id = booking.id and meetings.join_url is not null)
      and ${matches(sql`booking.id::text`, since)}
    order by booking.starts_at limit ${limit}`.execute(database);
  return rows;
}

/** Retries, every minute, the meetings that are due because their provider was unavailable or their server died. */
const makeMeetingsDue = defineRecurringJob("meetings.make-due", "* * * * *", { expireSeconds: 300 });

/** Deletes unwanted meetings of ours at the provider, every hour. */
const sweepUnwantedMeetings = defineRecurringJob("meetings.sweep", "17 * * * *", { expireSeconds: 300 });

export const meetingJobs: JobHandler<Deps>[] = [
  defineHandler(makeMeeting, makeBookedMeeting),
  defineHandler(makeMeetingsDue, makeDueMeetings),
  defineHandler(removeMeeting, removeReleasedMeeting),
  defineHandler(sweepUnwantedMeetings, async (deps) => {
    await sweepMeetings(deps);
  }),
  defineHandler(mailRoomFallback, sendRoomFallback),
];

export function registerMeetingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, createMeetingEndpoint, ({ actor, body }) =>
    createBookedMeeting(deps, actor, { bookingId: body.bookingId, startsAt: new Date(body.startTime) }),
  );
  bind(app, deps, getStartLinkEndpoint, ({ actor, params }) => getStartLink(deps, actor, params.bookingId));
}
