import {
  createCalendarFeed as createCalendarFeedEndpoint,
  getCalendarFeed as getCalendarFeedEndpoint,
  readCalendarFeed as readCalendarFeedEndpoint,
  revokeCalendarFeed as revokeCalendarFeedEndpoint,
} from "@greenroom/contract/schedule/calendar-feed.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/files/send-bytes.ts";
import {
  createCalendarFeed,
  getCalendarFeed,
  readCalendarFeed,
  revokeCalendarFeed,
} from "./calendar-feed.ts";

export function registerCalendarFeedRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getCalendarFeedEndpoint, ({ actor }) => getCalendarFeed(deps, actor));
  bind(app, deps, createCalendarFeedEndpoint, ({ actor }) => createCalendarFeed(deps, actor));
  bind(app, deps, revokeCalendarFeedEndpoint, ({ actor }) => revokeCalendarFeed(deps, actor));
  bind(app, deps, readCalendarFeedEndpoint, async ({ params, reply }) => {
    const content = await readCalendarFeed(deps, params.file);
    reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
    return sendBytes(reply, {
      content,
      contentType: "text/calendar; charset=utf-8",
      fileName: "interviews.ics",
    });
  });
}
