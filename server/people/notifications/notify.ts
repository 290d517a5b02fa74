import type { NotificationKind } from "@greenroom/contract/people/notifications.ts";
import { z } from "zod";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type Job, type JobHandler } from "../../kernel/jobs.ts";
import { sessionCutoff } from "../accounts/rules.ts";

/** What a browser shows. A locked screen shows it too, so it tells only names and times. */
export interface Notification {
  title: string;
  body: string;
  /** Of our site, opened by a tap. */
  path: string;
  /** A newer notification with the same tag replaces this one. */
  tag: string;
  /** Nobody is told later than this. */
  until: Date;
}

/** The payload names the browser by its sign-in. */
const browserPayload = z.object({ browserId: z.string() });
type ForBrowser<Payload> = Payload & z.infer<typeof browserPayload>;

/** Declares a job that shows one notification in one browser. It carries what `notify` is given, and the browser. */
export function definePushJob<Shape extends z.ZodRawShape>(name: string, payload: z.ZodObject<Shape>) {
  return defineMailJob(name, payload.extend(browserPayload.shape));
}

interface Notice<Payload extends object> {
  kind: NotificationKind;
  /** Without one, only browsers are told. */
  mail?: Job<Payload>;
  push: Job<ForBrowser<Payload>>;
}

/** Enqueues the mail to each person and the notification in each of their browsers, as they have chosen. */
export async function notify<Payload extends object>(
  { jobs, clock }: Pick<Deps, "jobs" | "clock">,
  tx: Tx,
  { kind, mail, push }: Notice<Payload>,
  recipients: readonly { userId: string; payload: Payload }[],
): Promise<void> {
  if (recipients.length === 0) return;
  const userIds = recipients.map(({ userId }) => userId);
  const muted = await tx
    .selectFrom("mutedNotifications")
    .select(["userId", "channel"])
    .where("userId", "in", userIds)
    .where("kind", "=", kind)
    .execute();
  const wants = (channel: "mail" | "push") => (recipient: { userId: string }) =>
    !muted.some((row) => row.userId === recipient.userId && row.channel === channel);
  if (mail !== undefined)
    await jobs.enqueueAll(
      tx,
      mail,
      recipients.filter(wants("mail")).map(({ payload }) => payload),
    );
  const now = clock.now();
  const browsers = await tx
    .selectFrom("pushSubscriptions as browser")
    .innerJoin("authSessions as signIn", "signIn.id", "browser.sessionId")
    .select(["browser.sessionId", "browser.userId"])
    .where("browser.userId", "in", userIds)
    .where("signIn.lastSeenAt", ">", sessionCutoff(now))
    .where("signIn.expiresAt", ">", now)
    .execute();
  await jobs.enqueueAll(
    tx,
    push,
    recipients
      .filter(wants("push"))
      .flatMap(({ userId, payload }) =>
        browsers
          .filter((browser) => browser.userId === userId)
          .map(({ sessionId }) => ({ ...payload, browserId: sessionId })),
      ),
  );
}

/** The longest that a push service keeps a message for a browser that is offline, in seconds. */
const longestTtl = 3 * 24 * 3600;

/** Shows what `compose` returns, unless that is null because there is nothing to tell any more. */
export function definePushHandler<Payload extends object>(
  job: Job<ForBrowser<Payload>>,
  compose: (deps: Deps, payload: Payload) => Promise<Notification | null>,
): JobHandler<Deps> {
  return defineHandler(job, async (deps: Deps, payload) => {
    const target = await deps.database
      .selectFrom("pushSubscriptions")
      .select(["endpoint", "p256dh", "auth"])
      .where("sessionId", "=", payload.browserId)
      .executeTakeFirst();
    if (target === undefined) return;
    const notification = await compose(deps, payload);
    if (notification === null) return;
    const { until, ...shown } = notification;
    const seconds = Math.floor((until.getTime() - deps.clock.now().getTime()) / 1000);
    if (seconds <= 0) return;
    const { endpoint, p256dh, auth } = target;
    const keys = { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") };
    const text = JSON.stringify(shown);
    const result = await deps.push.send(
      { endpoint, keys },
      { text, ttlSeconds: Math.min(seconds, longestTtl) },
    );
    if (result === "refused") deps.log.warn({ job: job.name }, "a push service refused a notification");
    // The browser may have subscribed again meanwhile.
    if (result === "gone")
      await deps.database.deleteFrom("pushSubscriptions").where("endpoint", "=", endpoint).execute();
  });
}
