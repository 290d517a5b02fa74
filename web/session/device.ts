/* What this browser keeps beside the session for the worker of the site (web/public/sw.js). */

/** The cache and the address in it with the next interview, for the page that is shown offline. */
export const deviceCache = "greenroom-device";
export const nextInterviewUrl = "/next-interview";
/** Names the subscription that the server has, and the sign-in that it has it for. */
export const subscriptionKey = "greenroom.push";
/** Where a visitor wants to go on (remembered-next.ts). */
export const nextKey = "greenroom.next";

/** Forgets the person who has signed out: the server has ended their notifications here. */
export async function forgetOnDevice(): Promise<void> {
  try {
    localStorage.removeItem(subscriptionKey);
    localStorage.removeItem(nextKey);
    await globalThis.caches?.delete(deviceCache);
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn("This browser's notifications could not be cleared", error);
  }
}
