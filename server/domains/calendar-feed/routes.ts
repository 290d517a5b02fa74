import {
  createCalendarFeed,
  getCalendarFeed,
  readCalendarFeed,
  revokeCalendarFeed,
} from "@greenroom/contract/calendar-feed.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { sendBytes } from "../../http/files/send-bytes.ts";
import { createFeed, getFeed, readFeed, revokeFeed } from "./calendar-feed.ts";

export function registerCalendarFeedRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getCalendarFeed, ({ actor }) => getFeed(deps, actor));
  bind(app, deps, createCalendarFeed, ({ actor }) => createFeed(deps, actor));
  bind(app, deps, revokeCalendarFeed, ({ actor }) => revokeFeed(deps, actor));
  bind(app, deps, readCalendarFeed, async ({ params, reply }) => {
    const content = await readFeed(deps, params.file);
    reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
    return sendBytes(reply, {
      content,
      contentType: "text/calendar; charset=utf-8",
      fileName: "interviews.ics",
    });
  });
}
