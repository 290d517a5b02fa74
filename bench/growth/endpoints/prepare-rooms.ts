import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/core/time.ts";
import type { Random } from "../../../prove/lib/random.ts";
import { findBooking } from "../../../server/domains/bookings/find-booking.ts";
import { createMeeting } from "../../../server/domains/meetings/create-meeting.ts";
import { openQuestionBank } from "../../../server/domains/questions/bank.ts";
import { toneWav } from "../../../server/testing/files/wav.ts";
import type { EndpointBed } from "./open-bed.ts";
import {
  book,
  moveInterview,
  type Preparation,
  restartInterview,
  send,
  withNewPair,
  withoutTriggers,
} from "./prepare.ts";

const live = ({ records }: EndpointBed) => records.liveBookingId;

/** Both agree to a transcript in the open room. */
async function agree(bed: EndpointBed): Promise<void> {
  await restartInterview(bed);
  for (const who of ["interviewee", "interviewer"] as const) {
    await send(bed, who, "POST", `/api/rooms/${live(bed)}/presence`);
    await send(bed, who, "PUT", `/api/rooms/${live(bed)}/transcript/consent`, { agree: true });
  }
}

const said = { text: "A baseline first.", language: "en", startedSecondsAgo: 0, durationSeconds: 0 };

/** Meetings, rooms, and what is said in them. */
export const roomPreparations: Record<string, Preparation> = {
  "POST /api/meeting/create": async (bed) => {
    const { _id: bookingId, startTime } = await book(bed);
    return { who: "interviewee", body: { bookingId, startTime } };
  },
  "POST /api/meeting/{bookingId}/start-link": async (bed, random) => {
    const { bookingId, token } = await findHostedInterview(bed, random);
    return { who: "interviewer", token, params: { bookingId } };
  },
  "PUT /api/rooms/{id}/transcript/consent": async (bed) => {
    await restartInterview(bed);
    return { who: "interviewee", params: { id: live(bed) }, body: { agree: true } };
  },
  "POST /api/rooms/{id}/utterances": async (bed) => {
    await agree(bed);
    return { who: "interviewee", params: { id: live(bed) }, body: { id: randomUUID(), ...said } };
  },
  "POST /api/rooms/{id}/utterance-audio": async (bed) => {
    await agree(bed);
    bed.providers.transcription.say("A baseline first.");
    const body = new FormData();
    body.append("audio", new Blob([new Uint8Array(toneWav())], { type: "audio/wav" }), "said.wav");
    const query = `?id=${randomUUID()}&language=en&startedSecondsAgo=0`;
    return { who: "interviewee", params: { id: live(bed) }, query, body };
  },
  "PUT /api/rooms/{id}/utterances/{utteranceId}": async (bed) => {
    await agree(bed);
    const id = randomUUID();
    await send(bed, "interviewee", "POST", `/api/rooms/${live(bed)}/utterances`, { id, ...said });
    const params = { id: live(bed), utteranceId: id };
    return { who: "interviewee", params, body: { text: "A plan first." } };
  },
  "POST /api/rooms/{id}/asked-questions/{askedId}/hints": async (bed) => {
    await restartInterview(bed);
    // Earlier calls have shown as many as an interview may have.
    await bed.pool.query(
      "update room_questions set shown_at = shown_at - interval '1 day' where booking_id = $1",
      [live(bed)],
    );
    const question = (await openQuestionBank()).all.find(({ hints }) => hints.length > 0);
    const id = randomUUID();
    const asked = { id, questionId: question?.id };
    await send(bed, "interviewer", "POST", `/api/rooms/${live(bed)}/asked-questions`, asked);
    return { who: "interviewer", params: { id: live(bed), askedId: id }, body: { index: 0 } };
  },
};

interface HostedInterview {
  bookingId: string;
  /** The interviewer's. */
  token: string;
}

const hostedInterviews = new WeakMap<EndpointBed, Promise<HostedInterview>>();

/** An interview of two other people that is taking place now, with a meeting at the provider. */
async function findHostedInterview(bed: EndpointBed, random: Random): Promise<HostedInterview> {
  const made = hostedInterviews.get(bed) ?? makeHostedInterview(bed, random);
  hostedInterviews.set(bed, made);
  const { bookingId } = await made;
  const startsAt = addMinutes(bed.clock.now(), -1);
  await withoutTriggers(bed, (client) => moveInterview(client, bookingId, startsAt));
  return await made;
}

async function makeHostedInterview(bed: EndpointBed, random: Random): Promise<HostedInterview> {
  const others = await withNewPair(bed, random);
  const { _id: bookingId } = await book(others);
  const booking = await findBooking(bed.deps.database, bookingId);
  if (booking === null) throw new Error("the booking is gone");
  await createMeeting(bed.deps, booking);
  return { bookingId, token: others.callers.interviewer?.token ?? "" };
}
