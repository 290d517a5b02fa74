import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { removeReleasedMeeting } from "./hosts/release-hosted-meeting.ts";
import { sweepMeetings } from "./hosts/sweep-meetings.ts";
import {
  mailRoomFallback,
  makeMeeting,
  makeMeetingsDue,
  removeMeeting,
  sweepUnwantedMeetings,
} from "./job-definitions.ts";
import { makeBookedMeeting, makeDueMeetings } from "./make-due-meetings.ts";
import { sendRoomFallback } from "./send-room-fallback.ts";

export const meetingJobs: JobHandler<Deps>[] = [
  defineHandler(makeMeeting, makeBookedMeeting),
  defineHandler(makeMeetingsDue, makeDueMeetings),
  defineHandler(removeMeeting, removeReleasedMeeting),
  defineHandler(sweepUnwantedMeetings, async (deps) => {
    await sweepMeetings(deps);
  }),
  defineHandler(mailRoomFallback, sendRoomFallback),
];
