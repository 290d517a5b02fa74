import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type BrowserSubscription, maxPushDevices } from "@greenroom/contract/people/notifications.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import { hoursFromNow, offerSlot } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { enqueueReminders } from "../../schedule/bookings/reminders.ts";
import { requeueActiveJobs, type SignedUpUser, testPassword } from "../../testing/app.ts";
import {
  advanceToMinute,
  app,
  booked,
  cancel,
  postPresence,
  recordStay,
  useBookedInterview,
} from "../../testing/booked-interview.ts";
import { fileForm, writePdf } from "../../testing/files.ts";
import { startLocalPush } from "../../testing/providers/push.ts";

const push = await startLocalPush();
afterAll(() => push.close());
useBookedInterview({ hours: 48, environment: async () => push.settings });
beforeEach(() => push.received.splice(0));

const settings = "/api/user/notifications";
const browser = `${settings}/browser`;
const save = (by: SignedUpUser, body: unknown) => app.put(by, browser, body);
const choose = (by: SignedUpUser, kind: string, channel: string, isOn: boolean) =>
  app.put(by, settings, { kind, channel, isOn });

/** Turns notifications on in a new browser of this person's sign-in. */
async function turnOn(person: SignedUpUser): Promise<BrowserSubscription> {
  const subscription = push.subscribe(app.deps.push.publicKey);
  expect(await save(person, subscription)).toMatchObject({ status: 200, body: { isOnHere: true } });
  return subscription;
}

async function signInAgain(person: SignedUpUser): Promise<SignedUpUser> {
  const body = { email: person.user.email, password: testPassword };
  return { ...person, token: (await app.call("POST", "/api/auth/signin-password", { body })).body.token };
}

/** Reminds people this many minutes before the start, and returns what browsers were shown. */
async function remind(minutesBefore: number) {
  advanceToMinute(-minutesBefore);
  await enqueueReminders(app.deps);
  await app.runJobs();
  return push.received.splice(0);
}

const reminderMails = async ({ user }: SignedUpUser) => (await app.mailsTo(user.email, /^Reminder/)).length;

describe("notifications", () => {
  it("remind a day, an hour and ten minutes before, each browser that has turned them on", async () => {
    const phone = await turnOn(booked.interviewee);
    const laptop = await turnOn(await signInAgain(booked.interviewee));
    const day = await remind(24 * 60);
    expect(day.map(({ endpoint }) => endpoint).sort()).toEqual([phone.endpoint, laptop.endpoint].sort());
    expect(day[0]?.json).toEqual({
      title: "Your interview is within a day",
      body: expect.stringMatching(/^With \w+, Sun 22 Nov 2026, 11:30 IST$/),
      path: "/interviewee-dashboard/booking",
      tag: `reminder-${booked.booking._id}`,
    });
    // It would be of no use after the start.
    expect(day[0]?.ttlSeconds).toBe(24 * 3600);
    expect((await remind(60)).map(({ json }) => json.title)).toEqual(
      Array(2).fill("Your interview is within the hour"),
    );
    expect((await remind(10)).map(({ json }) => json.title)).toEqual(
      Array(2).fill("Your interview is in 10 minutes"),
    );
    expect(await reminderMails(booked.interviewee)).toBe(2);
  });

  it("say once that the other person is in the room", async () => {
    await turnOn(booked.interviewee);
    advanceToMinute(-5);
    await postPresence(booked.interviewer);
    await app.runJobs();
    await postPresence(booked.interviewer);
    advanceToMinute(-1);
    await postPresence(booked.interviewer);
    await app.runJobs();
    expect(push.received.map(({ json }) => json)).toEqual([
      expect.objectContaining({
        title: `${booked.interviewer.user.firstName} is in the room`,
        path: `/room/${booked.booking._id}`,
      }),
    ]);
  });

  it("do not say it to somebody who is there already", async () => {
    await turnOn(booked.interviewee);
    advanceToMinute(-5);
    await postPresence(booked.interviewee);
    await postPresence(booked.interviewer);
    await app.runJobs();
    expect(push.received).toEqual([]);
  });

  it("say that the feedback is in, without a word of it", async () => {
    await turnOn(booked.interviewee);
    await recordStay([booked.interviewee, booked.interviewer], 0, 30);
    advanceToMinute(60);
    await completeDueBookings(app.deps);
    const path = `/api/interviewer/feedback-upload/${booked.booking._id}`;
    const body = fileForm("feedback", writePdf("Feedback", ["Weak in statistics."]));
    expect((await app.post(booked.interviewer, path, body)).status).toBe(201);
    await app.runJobs();
    expect(push.received.map(({ json }) => json)).toEqual([
      {
        title: "Your mentor's feedback is here",
        body: expect.stringMatching(/^From \w+, about \w+ \d+ \w+ \d+, \d\d:\d\d IST$/),
        path: "/interviewee-dashboard/my-sessions",
        tag: `feedback-${booked.booking._id}`,
      },
    ]);
  });

  it("say that a time is free for somebody who waits", async () => {
    const waiting = await app.signUp();
    await turnOn(waiting);
    const { _id: mentor, firstName } = booked.interviewer.user;
    await app.post(waiting, "/api/user/waits", { mentor });
    await cancel();
    await app.runJobs();
    expect(push.received.map(({ json }) => json)).toEqual([
      expect.objectContaining({
        title: `A time with ${firstName} is free`,
        path: expect.stringMatching(/^\/interviewee-dashboard\/booking\?slot=/),
      }),
    ]);
    expect(push.received[0]?.ttlSeconds).toBe(15 * 60);
  });

  it("ask both parties about another time", async () => {
    await turnOn(booked.interviewee);
    await turnOn(booked.interviewer);
    const operator = await app.signUpOperator({ level: "support" });
    const startTime = hoursFromNow(app, 60);
    await offerSlot(app, booked.interviewer, startTime);
    const path = `/api/operator/bookings/${booked.booking._id}/move-proposal`;
    await confirmAction(app, operator, path, { startTime }, { reason: "The room is closed" });
    await app.runJobs();
    expect(push.received.map(({ json }) => json.path).sort()).toEqual(
      ["interviewee", "interviewer"].map(
        (party) => `/${party}-dashboard/proposed-time/${booked.booking._id}`,
      ),
    );
  });

  it("are chosen by kind and channel", async () => {
    await turnOn(booked.interviewee);
    expect((await choose(booked.interviewee, "reminders", "mail", false)).body.choices).toContainEqual({
      kind: "reminders",
      mail: false,
      push: true,
    });
    expect(await remind(24 * 60)).toHaveLength(1);
    expect(await reminderMails(booked.interviewee)).toBe(0);
    expect(await reminderMails(booked.interviewer)).toBe(1);
    await choose(booked.interviewee, "reminders", "push", false);
    await choose(booked.interviewee, "reminders", "mail", true);
    expect(await remind(60)).toEqual([]);
    expect(await reminderMails(booked.interviewee)).toBe(1);
  });

  it("offer no choice about mails that everybody gets", async () => {
    const refused = await choose(booked.interviewer, "offers", "mail", false);
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: "channel" }] } });
    const { body } = await app.get(booked.interviewer, settings);
    expect(body.choices).toEqual([
      { kind: "reminders", mail: true, push: true },
      { kind: "presence", mail: null, push: true },
      { kind: "offers", mail: null, push: true },
    ]);
  });

  it("are not shown for an interview that was canceled in the meantime", async () => {
    await turnOn(booked.interviewee);
    advanceToMinute(-24 * 60);
    await enqueueReminders(app.deps);
    await cancel();
    await app.runJobs();
    expect(push.received).toEqual([]);
  });
});

describe("a browser", () => {
  const isOnHere = async (by: SignedUpUser) => (await app.read(by, settings)).isOnHere;

  it("shows nothing after its person signed out", async () => {
    const laptop = await signInAgain(booked.interviewee);
    await turnOn(booked.interviewee);
    await turnOn(laptop);
    await app.post(laptop, "/api/auth/signout");
    expect(await remind(24 * 60)).toHaveLength(1);
    await app.delete(await signInAgain(booked.interviewee), "/api/user/sign-ins");
    expect(await remind(60)).toEqual([]);
    const { rows } = await app.deps.pool.query("select from push_subscriptions where user_id = $1", [
      booked.interviewee.user._id,
    ]);
    expect(rows).toEqual([]);
  });

  it("shows nothing after it was turned off there", async () => {
    await turnOn(booked.interviewee);
    const off = await app.delete(booked.interviewee, browser);
    expect(off).toMatchObject({ status: 200, body: { isOnHere: false } });
    expect(await remind(24 * 60)).toEqual([]);
  });

  it("shows only what concerns the account that signed in last", async () => {
    const shared = await turnOn(booked.interviewee);
    expect((await save(booked.interviewer, shared)).status).toBe(200);
    expect(await isOnHere(booked.interviewee)).toBe(false);
    const [first, ...others] = await remind(24 * 60);
    expect(first?.json.path).toBe("/interviewer-dashboard/calendar");
    expect(others).toEqual([]);
  });

  it("that subscribes again replaces its former subscription", async () => {
    await turnOn(booked.interviewee);
    const renewed = await turnOn(booked.interviewee);
    expect((await remind(24 * 60)).map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint]);
  });

  it("whose subscription has ended is forgotten", async () => {
    push.end(await turnOn(booked.interviewee));
    expect(await remind(24 * 60)).toEqual([]);
    expect(await isOnHere(booked.interviewee)).toBe(false);
  });

  it("is told later if its push service is busy", async () => {
    await turnOn(booked.interviewee);
    push.failNext(429);
    advanceToMinute(-24 * 60);
    await enqueueReminders(app.deps);
    await expect(app.runJobs()).rejects.toThrow("The push service cannot be reached");
    await requeueActiveJobs(app);
    await app.runJobs();
    expect(push.received).toHaveLength(1);
  });

  it("is not told again what its push service refuses", async () => {
    await turnOn(booked.interviewee);
    push.failNext(413);
    expect(await remind(24 * 60)).toEqual([]);
    expect(await isOnHere(booked.interviewee)).toBe(true);
  });

  it(`is one of ${maxPushDevices} at most, and the oldest goes`, async () => {
    await turnOn(booked.interviewee);
    for (let count = 0; count < maxPushDevices; count += 1) {
      app.clock.set(addMinutes(app.clock.now(), 1));
      await turnOn(await signInAgain(booked.interviewee));
    }
    expect(await isOnHere(booked.interviewee)).toBe(false);
    expect(await remind(24 * 60)).toHaveLength(maxPushDevices);
  });
});

describe("a subscription", () => {
  const known = "https://fcm.googleapis.com/fcm/send/abc";

  it.each([
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
    known,
  ])("may lead to %s", async (endpoint) => {
    const { keys } = push.subscribe(app.deps.push.publicKey);
    expect((await save(booked.interviewee, { endpoint, keys })).status).toBe(200);
  });

  it("may have an address with any characters", async () => {
    const { keys } = push.subscribe(app.deps.push.publicKey);
    const endpoint = `${known}/\u0000\ud800é`;
    expect((await save(booked.interviewee, { endpoint, keys })).status).toBeLessThan(500);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://user:pass@fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com.evil.example/abc",
    "https://evilfcm.googleapis.com/abc",
    "https://fcm.googleapis.com./abc",
    "https://push.services.mozilla.com/abc",
    "https://127.0.0.1/abc",
    "http://169.254.169.254/latest/meta-data",
    "http://localhost:1/send/abc",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "not an address",
    "",
    `${known}?${"a".repeat(2000)}`,
  ])("may not lead to %.60s", async (endpoint) => {
    const { keys } = push.subscribe(app.deps.push.publicKey);
    expect(await save(booked.interviewee, { endpoint, keys })).toMatchObject({
      status: 400,
      body: { code: "invalid_input", details: [{ path: "endpoint" }] },
    });
  });

  const { p256dh, auth } = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  it.each([
    ["keys.p256dh", { p256dh, auth }],
    ["keys.p256dh", { p256dh: "", auth }],
    ["keys.auth", { p256dh, auth: "short" }],
    ["keys.auth", { p256dh }],
    ["keys", undefined],
  ])("must have keys that work: %s", async (path, keys) => {
    const refused = await save(booked.interviewee, { endpoint: known, keys });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});
