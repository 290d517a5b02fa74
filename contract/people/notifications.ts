import { z } from "zod";
import { endpoint, type Role } from "../kernel/endpoint.ts";

/** What a person can choose to be told. Mails about bookings, money and security cannot be switched off. */
export const notificationKinds = ["reminders", "presence", "feedback", "offers"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const channelSchema = z.enum(["mail", "push"]);
export type NotificationChannel = z.infer<typeof channelSchema>;

/** The choices of each role, in the order of the settings. */
export const notificationChoices: Readonly<
  Record<Role, Partial<Record<NotificationKind, readonly NotificationChannel[]>>>
> = {
  interviewee: {
    reminders: ["mail", "push"],
    presence: ["push"],
    feedback: ["mail", "push"],
    offers: ["mail", "push"],
  },
  interviewer: { reminders: ["mail", "push"], presence: ["push"], offers: ["push"] },
};

export const notificationSettingsSchema = z.object({
  choices: z
    .array(
      z.object({
        kind: z.enum(notificationKinds),
        /** Null: there is no choice. */
        mail: z.boolean().nullable(),
        push: z.boolean().nullable(),
      }),
    )
    .max(notificationKinds.length),
  /** Whether the browser of this sign-in shows notifications. */
  isOnHere: z.boolean(),
  /** The key with which a browser subscribes (VAPID), base64url. */
  publicKey: z.string(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const getNotificationSettings = endpoint("GET /api/user/notifications", {
  access: "signed-in",
  summary: "What I am told by mail and by notifications",
  output: notificationSettingsSchema,
});

export const chooseNotification = endpoint("PUT /api/user/notifications", {
  access: "signed-in",
  limit: "notification-choice-by-user",
  summary: "Switch mails or notifications of one kind on or off",
  body: z.strictObject({ kind: z.enum(notificationKinds), channel: channelSchema, isOn: z.boolean() }),
  output: notificationSettingsSchema,
});

/** The most browsers of one person that show notifications. */
export const maxPushDevices = 10;

const keyMessage = "This is not a key of a browser's push subscription.";

/** A `PushSubscription` of a browser. */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z
    .url({ error: "This is not the address of a push service.", normalize: true })
    .max(2000, "This is not the address of a push service."),
  keys: z.strictObject({
    /** An uncompressed point on P-256. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, keyMessage),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, keyMessage),
  }),
});
export type BrowserSubscription = z.infer<typeof pushSubscriptionSchema>;

export const savePushSubscription = endpoint("PUT /api/user/notifications/browser", {
  access: "signed-in",
  limit: "notification-choice-by-user",
  summary: `Show notifications in the browser of this sign-in; of more than ${maxPushDevices} browsers, the oldest goes`,
  body: pushSubscriptionSchema,
  output: notificationSettingsSchema,
});

export const removePushSubscription = endpoint("DELETE /api/user/notifications/browser", {
  access: "signed-in",
  limit: "notification-choice-by-user",
  summary: "Show no notifications in the browser of this sign-in",
  output: notificationSettingsSchema,
});
