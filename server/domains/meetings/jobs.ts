import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import {
  mailRoomInstead,
  makeMeeting,
  makeMeetingsDue,
  removeMeeting,
  sweepUnwanted,
} from "./job-definitions.ts";
import { makeBookedMeeting, makeDueMeetings } from "./make-due-meetings.ts";
import { removeReleasedMeeting } from "./remove-meeting.ts";
import { sendRoomInstead } from "./send-room-instead.ts";
import { sweepMeetings } from "./sweep-meetings.ts";

export const meetingJobs: JobHandler<Deps>[] = [
  handles(makeMeeting, makeBookedMeeting),
  handles(makeMeetingsDue, makeDueMeetings),
  handles(removeMeeting, removeReleasedMeeting),
  handles(sweepUnwanted, async (deps) => {
    await sweepMeetings(deps);
  }),
  handles(mailRoomInstead, sendRoomInstead),
];
