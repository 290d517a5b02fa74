import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineJob, emptyPayload, type JobHandler } from "../../kernel/jobs.ts";
import {
  mailRoomFallback,
  makeBookedMeeting,
  makeDueMeetings,
  makeMeeting,
  sendRoomFallback,
} from "./create.ts";
import { removeMeeting, removeReleasedMeeting, sweepMeetings } from "./hosts.ts";

/** Retries, every minute, the meetings that are due because their provider was unavailable or their server died. */
const makeMeetingsDue = defineJob({
  name: "meetings.make-due",
  payload: emptyPayload,
  cron: "* * * * *",
  expireSeconds: 300,
});

/** Deletes unwanted meetings of ours at the provider, every hour. */
const sweepUnwantedMeetings = defineJob({
  name: "meetings.sweep",
  payload: emptyPayload,
  cron: "17 * * * *",
  expireSeconds: 300,
});

export const meetingJobs: JobHandler<Deps>[] = [
  defineHandler(makeMeeting, makeBookedMeeting),
  defineHandler(makeMeetingsDue, makeDueMeetings),
  defineHandler(removeMeeting, removeReleasedMeeting),
  defineHandler(sweepUnwantedMeetings, async (deps) => {
    await sweepMeetings(deps);
  }),
  defineHandler(mailRoomFallback, sendRoomFallback),
];
