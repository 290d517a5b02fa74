import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLog } from "./kernel/log.ts";
import { readPdf } from "./people/resumes/resumes.testing.ts";
import {
  type BookedInterview,
  createBookedInterview,
  createUsers,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "./schedule/bookings/bookings.testing.ts";
import { makeDueMeetings } from "./schedule/meetings/create.ts";
import {
  type ApiResponse,
  createTestApp,
  requeueActiveJobs,
  type SignedUpUser,
  type TestApp,
} from "./testing/app.ts";
import { writePdf } from "./testing/files.ts";
import { startLocalClamd } from "./testing/providers/clamd.ts";
import { type ConnectionFault, type FaultProxy, startFaultProxy } from "./testing/providers/fault-proxy.ts";
import { startLocalRazorpay } from "./testing/providers/razorpay.ts";
import { startLocalS3 } from "./testing/providers/s3.ts";
import { startLocalSmtpServer } from "./testing/providers/smtp.ts";
import { startLocalZoom } from "./testing/providers/zoom.ts";
import { createOpenOrder, getSessionCount, order, quote, verify } from "./testing/purchases.ts";

/*
 * The app with all production providers, each behind a proxy that injects faults: every fault for every provider,
 * through the calls that people make. The adapters' own tests check each fault separately (docs/faults.md).
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const faults: ConnectionFault[] = ["refused", "hang", "malformed", 429, 500];
let requesters: SignedUpUser[];
type Name = "razorpay" | "zoom" | "s3" | "smtp" | "clamd";
let relays: Record<Name, FaultProxy>;
let app: TestApp;
let booked: BookedInterview;
let closing: (() => Promise<unknown>)[] = [];
let providers: Awaited<ReturnType<typeof startProviders>>;
/** Every log line, at the most verbose level. */
const logged: string[] = [];
/** Values that grant access and must not appear in the log. */
const secrets = new Map<string, string>();

async function startProviders() {
  const razorpay = await startLocalRazorpay();
  const zoom = await startLocalZoom({ now: () => app?.clock.now() ?? new Date() });
  const [s3, clamd] = [await startLocalS3(), await startLocalClamd()];
  let count = 0;
  const smtp = await startLocalSmtpServer({
    // The folder in which the test app looks for mails.
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
  providers = await startProviders();
  const { razorpay, zoom, s3, smtp, clamd } = providers;
  const hostOf = (url: string) => new URL(url).host;
  relays = {
    razorpay: await startFaultProxy({ to: hostOf(razorpay.url), protocol: "http" }),
    zoom: await startFaultProxy({ to: hostOf(zoom.url), protocol: "http" }),
    s3: await startFaultProxy({ to: hostOf(s3.url), protocol: "http" }),
    smtp: await startFaultProxy({ to: `127.0.0.1:${smtp.port}`, protocol: "smtp" }),
    clamd: await startFaultProxy({ to: `127.0.0.1:${clamd.port}`, protocol: "clamd" }),
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
  app.clock.set(new Date()); // The bucket uses the system's time.
  closing = [
    () => app.close(),
    ...Object.values({ ...relays, ...providers }).map((one) => () => one.close()),
  ];
  const names = [
    "RAZORPAY_KEY_SECRET",
    "RAZORPAY_WEBHOOK_SECRET",
    "ZOOM_CLIENT_SECRET",
    "S3_SECRET_ACCESS_KEY",
  ];
  const settings: Record<string, string> = { ...razorpay.settings, ...zoom.settings, ...s3.settings };
  for (const name of names) secrets.set(name, settings[`GREENROOM_${name}`] ?? "");
  secrets.set("mail password", decodeURIComponent(new URL(smtp.url).password));
  booked = await createBookedInterview(app, { hours: 30 });
  // Code requests are counted by address.
  requesters = await createUsers(app, faults.length);
  await app.runJobs();
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** The call that one person makes with each provider, and its result after the provider is back. */
const pdf = writePdf("Asha", ["Python, SQL."]);
function uploadResume(person: SignedUpUser): Promise<ApiResponse> {
  const form = new FormData();
  form.append("resume", new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }), "Asha.pdf");
  return app.post(person, "/api/user/resume-upload", form);
}

async function bookNext(hours: number) {
  const { interviewee, interviewer } = booked;
  await grantTestCredits(app, interviewee, { sessions: 1 });
  const startTime = hoursFromNow(app, hours);
  await offerSlot(app, interviewer, startTime);
  const answer = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
  expect(answer.status).toBe(201);
  return { bookingId: answer.body._id as string, startTime };
}

const idle = async () => {
  const { rows } = await sql`select query from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(app.deps.database);
  return rows;
};
const statusAndMessage = ({ status, body }: ApiResponse) => [status, body.msg];
const codesTo = async (email: string) =>
  (await app.mailsTo(email)).filter(({ subject }) => subject?.includes("sign-in code")).length;

describe.each(faults)("every provider: %s", (fault) => {
  const run = faults.indexOf(fault);

  it("people get a clear message, no transaction waits, and everything completes once they are back", async () => {
    const { interviewee } = booked;
    const { token } = interviewee;
    const email = requesters[run]?.user.email ?? "";
    const meeting = await bookNext(40 + 2 * run);
    const quoted = await quote(app, interviewee, "Pro");
    const before = { files: providers.s3.objects.size, made: providers.zoom.store.createdCount };
    const [away, { clamd }] = [["razorpay", "zoom", "s3", "smtp"] as const, relays];
    await Promise.all(away.map((name) => relays[name].fail(fault)));

    // No caller waits for a mail; from here on it is a job.
    const asked = await app.call("POST", "/api/auth/signin-otp-start", { body: { email } });
    expect(asked.status).toBe(200);
    const asking = Promise.all([
      order(app, interviewee, quoted),
      app.post({ token }, "/api/meeting/create", meeting),
      uploadResume(interviewee),
    ]);
    const mailing = expect(app.runJobs()).rejects.toThrow();
    for (const name of away) {
      if (fault !== "refused")
        await expect.poll(relays[name].connectionCount, { timeout: 60_000 }).toBeGreaterThan(0);
      await expect.poll(idle, { timeout: 3_000 }).toEqual([]);
    }
    const [bought, met, uploaded] = await asking;
    await mailing;
    expect(statusAndMessage(bought)).toEqual([503, "Failed to create payment order."]);
    expect(statusAndMessage(met)).toEqual([503, expect.stringMatching(/Zoom .*\.$/)]);
    expect(statusAndMessage(uploaded)).toEqual([503, "Failed to upload resume file."]);
    for (const { headers } of [bought, met, uploaded])
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);

    await Promise.all(away.map((name) => relays[name].fail(null)));
    const { id } = await createOpenOrder(app, interviewee, "Pro");
    const had = await getSessionCount(app, interviewee);
    const paid = providers.razorpay.store.pay(id, "success");
    const callback = {
      ...providers.razorpay.callback(paid),
      planType: quoted.planType,
      newPrice: quoted.newPrice,
    };
    secrets.set(`payment's signature ${run}`, callback.razorpay_signature);
    const webhook = providers.razorpay.webhook(paid);
    const hook = { body: webhook.rawBody, headers: webhook.headers };
    expect((await verify(app, interviewee, callback)).status).toBe(200);
    for (const _twice of [1, 2])
      expect((await app.call("POST", "/api/payment/webhook", hook)).status).toBe(200);
    const forged = { ...hook, headers: { ...hook.headers, "x-razorpay-signature": "0".repeat(64) } };
    expect((await app.call("POST", "/api/payment/webhook", forged)).status).toBe(400);
    expect((await getSessionCount(app, interviewee)) - had).toBe(3);

    app.clock.advance({ seconds: 60 });
    await requeueActiveJobs(app);
    await makeDueMeetings(app.deps);
    await app.runJobs();
    expect(providers.zoom.store.createdCount - before.made).toBe(1);
    expect(await codesTo(email)).toBe(1);

    await clamd.fail(fault);
    expect(statusAndMessage(await uploadResume(interviewee))).toEqual([
      200,
      expect.stringContaining("once it has been checked for viruses"),
    ]);
    const link = () => app.get({ token }, "/api/user/resume-pdf");
    expect((await link()).status).not.toBe(200);
    await clamd.fail(null);
    await requeueActiveJobs(app);
    await app.runJobs();
    app.clock.set(new Date());
    const opened = (await link()).body.resumeFileUrl as string;
    secrets.set(`link's signature ${run}`, new URL(opened).searchParams.get("signature") ?? "");
    // Uploaded PDFs are rewritten, so the test compares their text and not their bytes.
    const kept = Buffer.from(await (await fetch(opened)).arrayBuffer());
    expect(await readPdf(kept)).toEqual(await readPdf(Buffer.from(pdf)));
    expect(providers.s3.objects.size - before.files).toBeLessThanOrEqual(1);
  });
});

describe("the log", () => {
  it("names the problems, and contains no secret", async () => {
    const { interviewee, interviewer, booking } = booked;
    const { email, _id } = interviewee.user;
    const post = async (path: string, body: object, token?: string) => await app.post({ token }, path, body);
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
    const interviewerToken = interviewer.token;
    const feed = await app.post({ token: interviewerToken }, "/api/interviewer/calendar-feed");
    secrets.set("feed", /([\w-]{43})\.ics/.exec(feed.body.url)?.[1] ?? "");
    await app.call("GET", new URL(feed.body.url).pathname);
    app.clock.set(new Date(booking.startTime));
    const opened = await app.post({ token: interviewerToken }, `/api/meeting/${booking._id}/start-link`);
    secrets.set("start link", new URL(opened.body.startUrl).searchParams.get("zak") ?? "");
    const ticket = await app.post({ token: interviewerToken }, `/api/rooms/${booking._id}/ticket`);
    secrets.set("ticket", ticket.body.ticket ?? "");
    await app.call("GET", `/api/rooms/${booking._id}/socket?ticket=${ticket.body.ticket}`);
    await app.call("GET", `/api/interviewer/candidate-profile/${_id}?token=${interviewerToken}`);

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
    // The log has the expected messages, so the secrets are not missing because of an empty log.
    for (const word of [
      "Razorpay",
      "Zoom",
      "ECONNREFUSED",
      "request completed",
      "the meeting provider is unavailable",
    ]) {
      expect(text).toContain(word);
    }
  });
});
