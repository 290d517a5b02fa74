import {
  createMeeting as createMeetingEndpoint,
  getStartLink as getStartLinkEndpoint,
} from "@greenroom/contract/schedule/bookings.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { createBookedMeeting } from "./create.ts";
import { getStartLink } from "./meeting-place.ts";

export function registerMeetingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, createMeetingEndpoint, ({ actor, body }) =>
    createBookedMeeting(deps, actor, { bookingId: body.bookingId, startsAt: new Date(body.startTime) }),
  );
  bind(app, deps, getStartLinkEndpoint, ({ actor, params }) => getStartLink(deps, actor, params.bookingId));
}
