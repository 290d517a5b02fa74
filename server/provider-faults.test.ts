import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { writePdf } from "./demo/write-pdf.ts";
import {
  book,
  crowd,
  giveCredits,
  hoursOn,
  offer,
  type Staged,
  stageBooking,
} from "./domains/bookings/bookings.testing.ts";
import { makeDueMeetings } from "./domains/meetings/make-due-meetings.ts";
import { createLog } from "./log.ts";
import { type Answer, createTestApp, type SignedUp, type TestApp } from "./testing/app.ts";
import { startClamdPeer } from "./testing/peers/clamd.ts";
import { startRazorpayPeer } from "./testing/peers/razorpay.ts";
import { type LineFault, type Relay, startRelay } from "./testing/peers/relay.ts";
import { startS3Peer } from "./testing/peers/s3.ts";
import { startSmtpPeer } from "./testing/peers/smtp.ts";
import { startZoomPeer } from "./testing/peers/zoom.ts";
import { openedOrder, order, quote, sessionsOf, verify } from "./testing/purchases.ts";
import { putBackJobs } from "./testing/put-back-jobs.ts";

/*
 * The product on all of production's providers at once, each at the end of a line that fails: fault × provider, through the
 * calls that people make. Each adapter's own tests look at its faults one by one (docs/faults.md).
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const faults: LineFault[] = ["refused", "hang", "malformed", 429, 500];
let askers: SignedUp[];
type Name = "razorpay" | "zoom" | "s3" | "smtp" | "clamd";
let relays: Record<Name, Relay>;
let app: TestApp;
let staged: Staged;
let closing: (() => Promise<unknown>)[] = [];
let peers: Awaited<ReturnType<typeof startPeers>>;
/** Every line that the product logged, at its most talkative. */
const logged: string[] = [];
/** What opens a door: none of it may stand in the log. */
const secrets = new Map<string, string>();

async function startPeers() {
  const razorpay = await startRazorpayPeer();
  const zoom = await startZoomPeer({ now: () => app?.clock.now() ?? new Date() });
  const [s3, clamd] = [await startS3Peer(), await startClamdPeer()];
  let count = 0;
  const smtp = await startSmtpPeer({
    // Where the test app looks for mails.
    async onMail({ raw }) {
      const directory = join(app.deps.config.dataDirectory, "mail");
      await mkdir(directory, { recursive: true });
      count += 1;
      await writeFile(join(directory, `${String(count).padStart(6, "0")}.eml`), raw);
    },
  });
  return { razorpay, zoom, s3, smtp, clamd };
}

beforeAll(async () => {
  peers = await startPeers();
  const { razorpay, zoom, s3, smtp, clamd } = peers;
  const hostOf = (url: string) => new URL(url).host;
  relays = {
    razorpay: await startRelay({ to: hostOf(razorpay.url), protocol: "http" }),
    zoom: await startRelay({ to: hostOf(zoom.url), protocol: "http" }),
    s3: await startRelay({ to: hostOf(s3.url), protocol: "http" }),
    smtp: await startRelay({ to: `127.0.0.1:${smtp.port}`, protocol: "smtp" }),
    clamd: await startRelay({ to: `127.0.0.1:${clamd.port}`, protocol: "clamd" }),
  };
  const log = createLog(
    "trace",
    new Writable({
      write(chunk, _encoding, done) {
        logged.push(String(chunk));
        done();
      },
    }),
  );
  app = await createTestApp({
    log,
    environment: {
      ...razorpay.settings,
      ...zoom.settings,
      ...s3.settings,
      GREENROOM_RAZORPAY_API_URL: `http://${relays.razorpay.host}`,
      GREENROOM_ZOOM_API_URL: `http://${relays.zoom.host}`,
      GREENROOM_ZOOM_OAUTH_URL: `http://${relays.zoom.host}`,
      GREENROOM_S3_ENDPOINT: `http://${relays.s3.host}`,
      GREENROOM_SMTP_URL: smtp.url.replace(`127.0.0.1:${smtp.port}`, relays.smtp.host),
      GREENROOM_CLAMD: relays.clamd.host,
    },
  });
  app.clock.set(new Date()); // The bucket lives in the machine's time.
  closing = [() => app.close(), ...Object.values({ ...relays, ...peers }).map((one) => () => one.close())];
  const names = [
    "RAZORPAY_KEY_SECRET",
    "RAZORPAY_WEBHOOK_SECRET",
    "ZOOM_CLIENT_SECRET",
    "S3_SECRET_ACCESS_KEY",
  ];
  const settings: Record<string, string> = { ...razorpay.settings, ...zoom.settings, ...s3.settings };
  for (const name of names) secrets.set(name, settings[`GREENROOM_${name}`] ?? "");
  secrets.set("mail password", decodeURIComponent(new URL(smtp.url).password));
  staged = await stageBooking(app, { hours: 30 });
  // Codes are counted by address.
  askers = await crowd(app, faults.length);
  await app.runJobs();
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** What one person does with each provider, and how it ends once that is back. */
const pdf = writePdf("Asha", ["Python, SQL."]);
function uploadResume(person: SignedUp): Promise<Answer> {
  const form = new FormData();
  form.append("resume", new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }), "Asha.pdf");
  return app.call("POST", "/api/user/resume-upload", { token: person.token, body: form });
}

async function bookNext(hours: number) {
  const { interviewee, interviewer } = staged;
  await giveCredits(app, interviewee, { sessions: 1 });
  const startTime = hoursOn(app, hours);
  await offer(app, interviewer, startTime);
  const booked = await book(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  expect(booked.status).toBe(201);
  return { bookingId: booked.body._id as string, startTime };
}

const idle = async () => {
  const { rows } = await sql`select query from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(app.deps.database);
  return rows;
};
const told = ({ status, body }: Answer) => [status, body.msg];
const codesTo = async (email: string) =>
  (await app.mailsTo(email)).filter(({ subject }) => subject?.includes("sign-in code")).length;

describe.each(faults)("every provider: %s", (fault) => {
  const run = faults.indexOf(fault);

  it("people get a sentence, no transaction waits, and all ends right once they are back", async () => {
    const { interviewee } = staged;
    const { token } = interviewee;
    const email = askers[run]?.user.email ?? "";
    const meeting = await bookNext(40 + 2 * run);
    const quoted = await quote(app, interviewee, "Pro");
    const before = { files: peers.s3.objects.size, made: peers.zoom.books.made };
    const [away, { clamd }] = [["razorpay", "zoom", "s3", "smtp"] as const, relays];
    await Promise.all(away.map((name) => relays[name].fail(fault)));

    // Nobody waits for a mail; it is among the jobs from here on.
    const asked = await app.call("POST", "/api/auth/signin-otp-start", { body: { email } });
    expect(asked.status).toBe(200);
    const asking = Promise.all([
      order(app, interviewee, quoted),
      app.call("POST", "/api/meeting/create", { token, body: meeting }),
      uploadResume(interviewee),
    ]);
    const mailing = expect(app.runJobs()).rejects.toThrow();
    for (const name of away) {
      if (fault !== "refused") await expect.poll(relays[name].lines, { timeout: 60_000 }).toBeGreaterThan(0);
      await expect.poll(idle, { timeout: 3_000 }).toEqual([]);
    }
    const [bought, met, uploaded] = await asking;
    await mailing;
    expect(told(bought)).toEqual([503, "Failed to create payment order."]);
    expect(told(met)).toEqual([503, expect.stringMatching(/Zoom .*\.$/)]);
    expect(told(uploaded)).toEqual([503, "Failed to upload resume file."]);
    for (const { headers } of [bought, met, uploaded])
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);

    await Promise.all(away.map((name) => relays[name].fail(null)));
    const { id } = await openedOrder(app, interviewee, "Pro");
    const had = await sessionsOf(app, interviewee);
    const paid = peers.razorpay.books.pay(id, "success");
    const callback = {
      ...peers.razorpay.callback(paid),
      planType: quoted.planType,
      newPrice: quoted.newPrice,
    };
    secrets.set(`payment's signature ${run}`, callback.razorpay_signature);
    const webhook = peers.razorpay.webhook(paid);
    const hook = { body: webhook.rawBody, headers: webhook.headers };
    expect((await verify(app, interviewee, callback)).status).toBe(200);
    for (const _twice of [1, 2])
      expect((await app.call("POST", "/api/payment/webhook", hook)).status).toBe(200);
    const forged = { ...hook, headers: { ...hook.headers, "x-razorpay-signature": "0".repeat(64) } };
    expect((await app.call("POST", "/api/payment/webhook", forged)).status).toBe(400);
    expect((await sessionsOf(app, interviewee)) - had).toBe(3);

    app.clock.advance({ seconds: 60 });
    await putBackJobs(app);
    await makeDueMeetings(app.deps);
    await app.runJobs();
    expect(peers.zoom.books.made - before.made).toBe(1);
    expect(await codesTo(email)).toBe(1);

    await clamd.fail(fault);
    expect(told(await uploadResume(interviewee))).toEqual([
      200,
      expect.stringContaining("once it has been checked for viruses"),
    ]);
    const link = () => app.call("GET", "/api/user/resume-pdf", { token });
    expect((await link()).status).not.toBe(200);
    await clamd.fail(null);
    await putBackJobs(app);
    await app.runJobs();
    app.clock.set(new Date());
    const opened = (await link()).body.resumeFileUrl as string;
    secrets.set(`link's signature ${run}`, new URL(opened).searchParams.get("X-Amz-Signature") ?? "");
    expect(Buffer.from(await (await fetch(opened)).arrayBuffer())).toEqual(pdf);
    expect(peers.s3.objects.size - before.files).toBeLessThanOrEqual(1);
  });
});

describe("the log", () => {
  it("says what went wrong, and nothing that opens a door", async () => {
    const { interviewee, interviewer, booking } = staged;
    const { email, _id } = interviewee.user;
    const post = async (path: string, body: object, token?: string) =>
      await app.call("POST", path, { body, token });
    secrets.set("server's secret", "a secret that only tests have, and long enough");
    secrets.set("password", interviewee.password).set("token", interviewee.token);
    secrets.set(
      "new token",
      (await post("/api/auth/signin-password", { email, password: interviewee.password })).body.token,
    );
    await post("/api/auth/signin-password", { email, password: "wrong-Otter-77!" });
    secrets.set("wrong password", "wrong-Otter-77!");
    await post("/api/auth/forgot-password", { email });
    secrets.set("code", await app.codeMailedTo(email));
    await post("/api/auth/reset-password", {
      email,
      otp: secrets.get("code"),
      newPassword: "newer-Otter-77!",
    });
    secrets.set("new password", "newer-Otter-77!");
    const signedIn = await post("/api/auth/signin-password", { email, password: "newer-Otter-77!" });
    secrets.set("newest token", signedIn.body.token);
    const host = interviewer.token;
    const feed = await app.call("POST", "/api/interviewer/calendar-feed", { token: host });
    secrets.set("feed", /([\w-]{43})\.ics/.exec(feed.body.url)?.[1] ?? "");
    await app.call("GET", new URL(feed.body.url).pathname);
    app.clock.set(new Date(booking.startTime));
    const opened = await app.call("POST", `/api/meeting/${booking._id}/start-link`, { token: host });
    secrets.set("start link", new URL(opened.body.startUrl).searchParams.get("zak") ?? "");
    const ticket = await app.call("POST", `/api/rooms/${booking._id}/ticket`, { token: host });
    secrets.set("ticket", ticket.body.ticket ?? "");
    await app.call("GET", `/api/rooms/${booking._id}/socket?ticket=${ticket.body.ticket}`);
    await app.call("GET", `/api/interviewer/candidate-profile/${_id}?token=${host}`);

    const text = logged.join("");
    const spelt = (value: string) => [
      value,
      encodeURIComponent(value),
      Buffer.from(value).toString("base64").replace(/=+$/, ""),
    ];
    const found = [...secrets].filter(
      ([, value]) => value.length < 6 || spelt(value).some((form) => text.includes(form)),
    );
    expect(found.map(([name]) => name)).toEqual([]);
    expect(secrets.size).toBeGreaterThan(25);
    // It was no silence that kept them.
    for (const word of [
      "Razorpay",
      "Zoom",
      "ECONNREFUSED",
      "request completed",
      "the meeting provider is away",
    ]) {
      expect(text).toContain(word);
    }
  });
});
