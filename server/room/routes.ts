import {
  enterRoom as enterRoomEndpoint,
  getNotes as getNotesEndpoint,
  getRoom as getRoomEndpoint,
  issueTicket as issueTicketEndpoint,
  leaveRoom as leaveRoomEndpoint,
  saveNotes as saveNotesEndpoint,
} from "@greenroom/contract/room/room.ts";
import { getRoomRecord, markMoment as markMomentEndpoint } from "@greenroom/contract/room/room-record.ts";
import { getBoard } from "@greenroom/contract/room/whiteboard.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind } from "../kernel/http/bind.ts";
import { enterRoom } from "./enter-room.ts";
import { getRoom } from "./get-room.ts";
import { leaveRoom } from "./leave-room.ts";
import { markMoment } from "./marks/mark-moment.ts";
import { getNotes, saveNotes } from "./notes.ts";
import { readRoomRecord } from "./record/read-room-record.ts";
import { issueTicket } from "./tickets/issue-ticket.ts";
import { readBoard } from "./whiteboards/read-board.ts";

export function registerRoomRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getRoomEndpoint, ({ actor, params }) => getRoom(deps, actor, params.id));
  bind(app, deps, enterRoomEndpoint, ({ actor, params }) => enterRoom(deps, actor, params.id));
  bind(app, deps, leaveRoomEndpoint, async ({ actor, params }) => {
    await leaveRoom(deps, actor, params.id);
    return undefined;
  });
  bind(app, deps, issueTicketEndpoint, ({ actor, params }) => issueTicket(deps, actor, params.id));
  bind(app, deps, getRoomRecord, ({ actor, params }) => readRoomRecord(deps, actor, params.id));
  bind(app, deps, getBoard, ({ actor, params }) => readBoard(deps, actor, params.id));
  bind(app, deps, markMomentEndpoint, ({ actor, params, body }) =>
    markMoment(deps, actor, { ...body, bookingId: params.id }),
  );
  bind(app, deps, getNotesEndpoint, ({ actor, params }) => getNotes(deps, actor, params.id));
  bind(app, deps, saveNotesEndpoint, async ({ actor, params, body }) => {
    await saveNotes(deps, actor, params.id, body.body);
    return undefined;
  });
}
