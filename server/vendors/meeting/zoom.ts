import type { Clock } from "../../kernel/clock.ts";
import type { ZoomSettings } from "../../kernel/config/meeting-settings.ts";
import type { HostedMeetings, HostRefusal, MeetingRequest } from "./port.ts";
import {
  isDailyLimit,
  openZoomApi,
  parseZoomResponse,
  type ZoomRefusal,
  type ZoomRequest,
  zoomUnavailableError,
} from "./zoom-api.ts";
import {
  meetingListResponseSchema,
  meetingResponseSchema,
  startUrlResponseSchema,
} from "./zoom-responses.ts";

/**
 * "A single user can only make 100 create and update meeting requests per day (UTC)":
 * developers.zoom.us/docs/api/rate-limits.
 */
const changesADay = 100;
/** A scheduled meeting that takes place once. */
const scheduledMeetingType = 2;
/** The largest page of the list, and the most pages that we read. */
const pageSize = 300;
const maxPages = 20;

/** The meeting does not exist (any more); the user does not exist, or may not hold meetings. */
const meetingNotFoundCode = 3001;
const unknownUserCodes = [1001, 1010, 1120];

/**
 * Zoom over its API, as a server-to-server app. Each meeting's description contains `publicUrl` and its
 * reference, so that two installations on one account leave each other's meetings alone.
 */
export function zoomMeetings(settings: ZoomSettings, clock: Clock, publicUrl: string): HostedMeetings {
  const api = openZoomApi(settings, clock);
  const formatAgenda = (reference: string) => `Booked at ${publicUrl} (reference ${reference})`;

  function parseReference(agenda: string | undefined): string | null {
    const found = /\(reference ([0-9a-f-]{36})\)/.exec(agenda ?? "")?.[1];
    return found !== undefined && agenda === formatAgenda(found) ? found : null;
  }

  function toZoomTimes({ startsAt, endsAt }: MeetingRequest) {
    return {
      start_time: startsAt.toISOString().replace(/\.\d{3}Z$/, "Z"),
      duration: Math.ceil((endsAt.getTime() - startsAt.getTime()) / 60_000),
      timezone: "UTC",
    };
  }

  /** The refusal that concerns this host only; throws `unavailable` for one that would affect every host. */
  function toHostRefusal(call: ZoomRequest, refused: ZoomRefusal): HostRefusal {
    const isHostProblem = isDailyLimit(refused) || unknownUserCodes.includes(refused.code);
    if (!isHostProblem) throw zoomUnavailableError(call, refused, 60);
    return { hostRefuses: `${refused.status} (${refused.code}): ${refused.message}` };
  }

  return {
    name: "zoom",
    displayName: "Zoom",
    hosts: settings.hosts,
    meetingsAtATime: settings.meetingsAtATime,
    changesADay,
    async create(request) {
      const call: ZoomRequest = {
        method: "POST",
        path: `users/${encodeURIComponent(request.hostId)}/meetings`,
        body: {
          topic: request.topic,
          type: scheduledMeetingType,
          agenda: formatAgenda(request.reference),
          ...toZoomTimes(request),
          // The meeting starts only with its host, and the host admits each person.
          settings: { waiting_room: true, join_before_host: false, meeting_authentication: false },
        },
      };
      const answer = await api(call);
      if (answer.refused !== null) return toHostRefusal(call, answer.refused);
      const { id, join_url } = parseZoomResponse(meetingResponseSchema, answer.json, "a new meeting");
      return { meetingId: id, joinUrl: join_url };
    },
    async move(meetingId, request) {
      const call: ZoomRequest = {
        method: "PATCH",
        path: `meetings/${meetingId}`,
        body: toZoomTimes(request),
      };
      const { refused } = await api(call);
      if (refused === null) return "moved";
      return refused.code === meetingNotFoundCode ? "gone" : toHostRefusal(call, refused);
    },
    async remove(meetingId) {
      // We notify the participants ourselves.
      const call: ZoomRequest = {
        method: "DELETE",
        path: `meetings/${meetingId}?schedule_for_reminder=false&cancel_meeting_reminder=false`,
      };
      const { refused } = await api(call);
      if (refused !== null && refused.code !== meetingNotFoundCode)
        throw zoomUnavailableError(call, refused, 60);
    },
    async findStartUrl(meetingId) {
      const call: ZoomRequest = { method: "GET", path: `meetings/${meetingId}` };
      const answer = await api(call);
      if (answer.refused === null)
        return parseZoomResponse(startUrlResponseSchema, answer.json, "a meeting").start_url;
      if (answer.refused.code === meetingNotFoundCode) return null;
      throw zoomUnavailableError(call, answer.refused, 60);
    },
    async listMeetings(hostId) {
      const found: Awaited<ReturnType<HostedMeetings["listMeetings"]>> = [];
      let token = "";
      for (let page = 0; page < maxPages; page += 1) {
        const query = new URLSearchParams({
          type: "scheduled",
          page_size: `${pageSize}`,
          next_page_token: token,
        });
        const call: ZoomRequest = {
          method: "GET",
          path: `users/${encodeURIComponent(hostId)}/meetings?${query}`,
        };
        const answer = await api(call);
        if (answer.refused !== null) throw zoomUnavailableError(call, answer.refused, 60);
        const { meetings, next_page_token } = parseZoomResponse(
          meetingListResponseSchema,
          answer.json,
          "the list of meetings",
        );
        for (const { id, join_url, agenda } of meetings) {
          const reference = parseReference(agenda);
          if (reference !== null) found.push({ meetingId: id, joinUrl: join_url, reference });
        }
        token = next_page_token ?? "";
        if (token === "") break;
      }
      return found;
    },
  };
}
