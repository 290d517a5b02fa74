import type { Page } from "@playwright/test";
import { callApi, signOut } from "./support/accounts-and-rooms.ts";
import { siteUrl } from "./support/addresses.ts";
import { callHarness, expect, test } from "./support/fixtures.ts";
import { expectAccessibleOnAnyScreen } from "./support/steps.ts";

test.use({ serviceWorkers: "allow", permissions: ["notifications"] });

test.afterEach(({ problems }) => {
  const others = problems.filter((problem) => !/net::ERR_INTERNET_DISCONNECTED/.test(problem));
  problems.splice(0, problems.length, ...others);
});

/** Chromium cannot reach its push service here, so the page subscribes at a local one. */
async function subscribeLocally(page: Page): Promise<void> {
  await page.exposeFunction("subscribeAtHarness", (key: string) =>
    callHarness(`/push/subscribe?key=${encodeURIComponent(key)}`),
  );
  await page.addInitScript(() => {
    let current: PushSubscription | null = null;
    const { subscribeAtHarness } = window as unknown as {
      subscribeAtHarness(key: unknown): Promise<PushSubscriptionJSON>;
    };
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async (options) => {
      const made = await subscribeAtHarness(options?.applicationServerKey);
      const unsubscribe = async () => {
        current = null;
        return true;
      };
      current = { endpoint: made.endpoint, toJSON: () => made, unsubscribe } as PushSubscription;
      return current;
    };
  });
}

interface Received {
  json: { title: string; body: string; path: string };
}

/** What the push service was sent with this title, once it has been. Reminders may come before it. */
async function receivePush(title: string): Promise<Received["json"]> {
  let message: Received["json"] | undefined;
  await expect
    .poll(async () => {
      const received = await callHarness<Received[]>("/push/received");
      message ??= received.map(({ json }) => json).find((json) => json.title === title);
      return message;
    })
    .toBeDefined();
  return message as Received["json"];
}

/** Hands a message to the site's worker, as the browser does. */
async function deliver(page: Page, message: object): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [registration] }) => {
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.deliverPushMessage", {
    origin: siteUrl,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  });
}

test("a candidate turns on notifications, is told that the mentor is there, and sees the interview offline", async ({
  page,
  setUpRoom,
}) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  await subscribeLocally(page);
  await page.goto("/signin");
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("greenroom.token", token as string);
      localStorage.setItem("greenroom.user", user as string);
    },
    [interviewee.token, JSON.stringify(interviewee.user)],
  );

  await test.step("in the account settings", async () => {
    await page.goto("/interviewee-dashboard/profile?tab=account");
    await page.getByRole("button", { name: "Turn on notifications on this device" }).click();
    await expect(page.getByText("On for this device")).toBeVisible();
    const mail = page.getByRole("checkbox", { name: "Reminders before an interview: Mail" });
    await mail.uncheck();
    await page.reload();
    await expect(mail).not.toBeChecked();
    await expectAccessibleOnAnyScreen(page);
  });

  await test.step("a notification appears when the mentor enters the room", async () => {
    await callApi("POST", `/rooms/${id}/presence`, { token: interviewer.token });
    const message = await receivePush("Arjun is in the room");
    expect(message.path).toBe(`/room/${id}`);
    await deliver(page, message);
    const shown = () =>
      page.evaluate(async () => {
        const { getNotifications } = ServiceWorkerRegistration.prototype;
        const notifications = await getNotifications.call(await navigator.serviceWorker.ready);
        return notifications.map(({ title, body }) => `${title}. ${body}`);
      });
    await expect.poll(shown).toEqual([`Arjun is in the room. ${message.body}`]);
  });

  await test.step("offline, the next interview is shown, until signing out", async () => {
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).join())).toBe("greenroom-device");
    await page.context().setOffline(true);
    await page.goto("/interviewee-dashboard/booking");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await expect(page.getByText("with Arjun Rao")).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await signOut(page);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    await page.context().setOffline(true);
    await page.goto("/interviewee-dashboard/booking");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await expect(page.getByText("Your next interview")).toHaveCount(0);
  });
});
