import { trustedTypesPolicies } from "@greenroom/contract/kernel/trusted-types.ts";
import type { BrowserSubscription, NotificationSettings } from "@greenroom/contract/people/notifications.ts";
import { call, currentToken } from "../api/client.ts";
import { deviceCache, nextInterviewUrl, subscriptionKey } from "../session/device.ts";
import { seeAsUntil } from "../session/session-store.ts";
import { trustScriptUrl } from "./trusted-types.ts";

const workerUrl = "/sw.js";

/** Null in a browser without workers, and in the tab of an operator who sees as somebody else. */
async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || seeAsUntil() !== null) return null;
  const url = trustScriptUrl(trustedTypesPolicies.worker, workerUrl, (wanted) => wanted === workerUrl);
  await navigator.serviceWorker.register(url);
  return await navigator.serviceWorker.ready;
}

/** What the page for somebody who is offline shows of the next interview. */
interface RememberedInterview {
  otherName: string;
  /** In the person's time zone, and so is `seen`. */
  when: string;
  /** When it was last seen. */
  seen: string;
  endTime: string;
}

/** Keeps the next interview for when there is no connection; null without one. */
export async function rememberNextInterview(interview: RememberedInterview | null): Promise<void> {
  try {
    const token = currentToken();
    if ((await registerWorker()) === null) return;
    const cache = await caches.open(deviceCache);
    if (interview === null) await cache.delete(nextInterviewUrl);
    else await cache.put(nextInterviewUrl, Response.json(interview));
    // Whoever has signed out meanwhile has left this device.
    if (currentToken() !== token) await caches.delete(deviceCache);
  } catch (error) {
    console.warn("The next interview was not kept for offline use", error);
  }
}

export type NotificationSupport = "none" | "after-install" | "blocked" | "possible";

export function notificationSupport(): NotificationSupport {
  if ("Notification" in window && "PushManager" in window && "serviceWorker" in navigator)
    return Notification.permission === "denied" ? "blocked" : "possible";
  // Safari there has notifications only for a site on the home screen.
  return /iPhone|iPad/.test(navigator.userAgent) ? "after-install" : "none";
}

const markOf = ({ endpoint }: PushSubscription) => `${currentToken()?.slice(0, 8)} ${endpoint}`;

/** Asks the person, subscribes this browser and tells the server. Null if the person does not allow it. */
export async function turnOnNotifications(publicKey: string): Promise<NotificationSettings | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await registerWorker();
  if (registration === null) return null;
  const token = currentToken();
  // An earlier one may be for another key.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { keys } = subscription.toJSON() as BrowserSubscription;
  const settings = await call("PUT /api/user/notifications/browser", {
    body: { endpoint: subscription.endpoint, keys },
  });
  if (currentToken() === token) localStorage.setItem(subscriptionKey, markOf(subscription));
  else await subscription.unsubscribe();
  return settings;
}

export async function turnOffNotifications(): Promise<NotificationSettings> {
  const settings = await call("DELETE /api/user/notifications/browser");
  localStorage.removeItem(subscriptionKey);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return settings;
}

/**
 * Subscribes again where the browser has replaced or dropped the subscription that the server has, or the person has
 * signed in anew without signing out.
 */
export async function renewSubscription(): Promise<void> {
  try {
    const known = localStorage.getItem(subscriptionKey);
    if (known === null || notificationSupport() !== "possible" || Notification.permission !== "granted")
      return;
    const subscription = await (await registerWorker())?.pushManager.getSubscription();
    if (subscription === undefined || (subscription !== null && markOf(subscription) === known)) return;
    await turnOnNotifications((await call("GET /api/user/notifications")).publicKey);
  } catch (error) {
    console.warn("This browser's notifications could not be renewed", error);
  }
}
