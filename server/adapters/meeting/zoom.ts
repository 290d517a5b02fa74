import type { ZoomSettings } from "../../meeting-settings.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HostedMeetings, HostRefusal, MeetingRequest } from "../../ports/meeting.ts";
import { listAnswer, meetingAnswer, startAnswer } from "./zoom-answers.ts";
import {
  isDailyLimit,
  notNow,
  openZoomApi,
  readAnswer,
  type ZoomCall,
  type ZoomRefusal,
} from "./zoom-api.ts";

/** "A single user can only make 100 create and update meeting requests per day (UTC)": developers.zoom.us/docs/api/rate-limits. */
const changesADay = 100;
/** A meeting of a booking: at a time of its own, once. */
const scheduled = 2;
/** The most that the list gives at once, and so many pages at most. */
const pageSize = 300;
const pages = 20;

/** No such meeting (any more); no such user, or one who may not hold meetings. */
const meetingGone = 3001;
const userUnknown = [1001, 1010, 1120];

/**
 * Zoom by its own interface, as a server-to-server app. `publicUrl` stands in each meeting's description with its
 * reference: two installations on one account leave each other's meetings alone.
 */
export function zoomMeetings(settings: ZoomSettings, clock: Clock, publicUrl: string): HostedMeetings {
  const api = openZoomApi(settings, clock);
  const agendaOf = (reference: string) => `Booked at ${publicUrl} (reference ${reference})`;

  function referenceIn(agenda: string | undefined): string | null {
    const found = /\(reference ([0-9a-f-]{36})\)/.exec(agenda ?? "")?.[1];
    return found !== undefined && agenda === agendaOf(found) ? found : null;
  }

  function timesOf({ startsAt, endsAt }: MeetingRequest) {
    return {
      start_time: startsAt.toISOString().replace(/\.\d{3}Z$/, "Z"),
      duration: Math.ceil((endsAt.getTime() - startsAt.getTime()) / 60_000),
      timezone: "UTC",
    };
  }

  /** What is wrong with this host alone; throws `unavailable` for what would be wrong with any. */
  function refusalOf(call: ZoomCall, refused: ZoomRefusal): HostRefusal {
    const isOfHost = isDailyLimit(refused) || userUnknown.includes(refused.code);
    if (!isOfHost) throw notNow(call, refused, 60);
    return { hostRefuses: `${refused.status} (${refused.code}): ${refused.message}` };
  }

  return {
    name: "zoom",
    displayName: "Zoom",
    hosts: settings.hosts,
    meetingsAtATime: settings.meetingsAtATime,
    changesADay,
    async create(request) {
      const call: ZoomCall = {
        method: "POST",
        path: `users/${encodeURIComponent(request.hostId)}/meetings`,
        body: {
          topic: request.topic,
          type: scheduled,
          agenda: agendaOf(request.reference),
          ...timesOf(request),
          // Nobody waits in a meeting without its host, and nobody comes in whom the interviewer does not let in.
          settings: { waiting_room: true, join_before_host: false, meeting_authentication: false },
        },
      };
      const answer = await api(call);
      if (answer.refused !== null) return refusalOf(call, answer.refused);
      const { id, join_url } = readAnswer(meetingAnswer, answer.json, "a new meeting");
      return { meetingId: id, joinUrl: join_url };
    },
    async move(meetingId, request) {
      const call: ZoomCall = { method: "PATCH", path: `meetings/${meetingId}`, body: timesOf(request) };
      const { refused } = await api(call);
      if (refused === null) return "moved";
      return refused.code === meetingGone ? "gone" : refusalOf(call, refused);
    },
    async remove(meetingId) {
      // Whoever is told of it is told by us.
      const call: ZoomCall = {
        method: "DELETE",
        path: `meetings/${meetingId}?schedule_for_reminder=false&cancel_meeting_reminder=false`,
      };
      const { refused } = await api(call);
      if (refused !== null && refused.code !== meetingGone) throw notNow(call, refused, 60);
    },
    async findStartUrl(meetingId) {
      const call: ZoomCall = { method: "GET", path: `meetings/${meetingId}` };
      const answer = await api(call);
      if (answer.refused === null) return readAnswer(startAnswer, answer.json, "a meeting").start_url;
      if (answer.refused.code === meetingGone) return null;
      throw notNow(call, answer.refused, 60);
    },
    async listMeetings(hostId) {
      const found: Awaited<ReturnType<HostedMeetings["listMeetings"]>> = [];
      let token = "";
      for (let page = 0; page < pages; page += 1) {
        const query = new URLSearchParams({
          type: "scheduled",
          page_size: `${pageSize}`,
          next_page_token: token,
        });
        const call: ZoomCall = {
          method: "GET",
          path: `users/${encodeURIComponent(hostId)}/meetings?${query}`,
        };
        const answer = await api(call);
        if (answer.refused !== null) throw notNow(call, answer.refused, 60);
        const { meetings, next_page_token } = readAnswer(listAnswer, answer.json, "the list of meetings");
        for (const { id, join_url, agenda } of meetings) {
          const reference = referenceIn(agenda);
          if (reference !== null) found.push({ meetingId: id, joinUrl: join_url, reference });
        }
        token = next_page_token ?? "";
        if (token === "") break;
      }
      return found;
    },
  };
}
