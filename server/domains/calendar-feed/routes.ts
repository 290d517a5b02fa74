import {
  getCalendarFeed,
  makeCalendarFeed,
  readCalendarFeed,
  revokeCalendarFeed,
} from "@greenroom/contract/calendar-feed.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { answerBytes } from "../../http/answer-bytes.ts";
import { bind } from "../../http/bind.ts";
import { getFeed, makeFeed, readFeed, revokeFeed } from "./keep-feed.ts";

export function registerCalendarFeedRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getCalendarFeed, ({ actor }) => getFeed(deps, actor));
  bind(app, deps, makeCalendarFeed, ({ actor }) => makeFeed(deps, actor));
  bind(app, deps, revokeCalendarFeed, ({ actor }) => revokeFeed(deps, actor));
  bind(app, deps, readCalendarFeed, async ({ params, reply }) => {
    const content = await readFeed(deps, params.file);
    reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
    return answerBytes(reply, {
      content,
      contentType: "text/calendar; charset=utf-8",
      fileName: "interviews.ics",
    });
  });
}
