import {
  createMeeting as createMeetingEndpoint,
  enterRoom as enterRoomEndpoint,
  getNotes as getNotesEndpoint,
  getRoom as getRoomEndpoint,
  getStartLink as getStartLinkEndpoint,
  issueTicket as issueTicketEndpoint,
  leaveRoom as leaveRoomEndpoint,
  saveNotes as saveNotesEndpoint,
} from "@greenroom/contract/meetings.ts";
import { getSessionRecord } from "@greenroom/contract/session-record.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { createBookedMeeting } from "./create-booked-meeting.ts";
import { enterRoom } from "./enter-room.ts";
import { getRecord } from "./get-record.ts";
import { getRoom } from "./get-room.ts";
import { getStartLink } from "./get-start-link.ts";
import { issueTicket } from "./issue-ticket.ts";
import { getNotes, saveNotes } from "./keep-notes.ts";
import { leaveRoom } from "./leave-room.ts";

export function registerMeetingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, createMeetingEndpoint, ({ actor, body }) =>
    createBookedMeeting(deps, actor, { bookingId: body.bookingId, startsAt: new Date(body.startTime) }),
  );
  bind(app, deps, getStartLinkEndpoint, ({ actor, params }) => getStartLink(deps, actor, params.bookingId));
  bind(app, deps, getRoomEndpoint, ({ actor, params }) => getRoom(deps, actor, params.id));
  bind(app, deps, enterRoomEndpoint, ({ actor, params }) => enterRoom(deps, actor, params.id));
  bind(app, deps, leaveRoomEndpoint, async ({ actor, params }) => {
    await leaveRoom(deps, actor, params.id);
    return undefined;
  });
  bind(app, deps, issueTicketEndpoint, ({ actor, params }) => issueTicket(deps, actor, params.id));
  bind(app, deps, getSessionRecord, ({ actor, params }) => getRecord(deps, actor, params.id));
  bind(app, deps, getNotesEndpoint, ({ actor, params }) => getNotes(deps, actor, params.id));
  bind(app, deps, saveNotesEndpoint, async ({ actor, params, body }) => {
    await saveNotes(deps, actor, params.id, body.body);
    return undefined;
  });
}
