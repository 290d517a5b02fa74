import { Writable } from "node:stream";
import { pino } from "pino";
import { beforeAll, expect, it } from "vitest";
import { useBeforeAll, useTestApp } from "../testing/app.ts";
import { createBookedInterview } from "./bookings/bookings.testing.ts";
import { calendarUid } from "./bookings/mail-context.ts";

const app = useTestApp();
const booked = useBeforeAll(() => createBookedInterview(app));
const path = "/api/interviewer/calendar-feed";
beforeAll(async () => {
  await app.runJobs();
});

const mine = (method: string) => app.call(method, path, { token: booked.interviewer.token });
const read = (url: string) => app.call("GET", url.slice(app.url.length).replace(/^.*(?=\/api)/, ""));

it("shows booked interviews to anyone with the link, until it is revoked", async () => {
  expect((await mine("GET")).body).toEqual({ createdAt: null });
  const made = await mine("POST");
  expect(made.status).toBe(201);
  expect((await mine("GET")).body).toEqual({ createdAt: made.body.createdAt });
  const feed = await read(made.body.url);
  expect(feed.status).toBe(200);
  expect(feed.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const lines = feed.body.replaceAll("\r\n ", "").split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "METHOD:PUBLISH",
      `X-WR-CALNAME:${app.deps.config.business.name} interviews`,
      "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
      "BEGIN:VALARM",
      `UID:${calendarUid(booked.booking._id)}`,
      "SUMMARY:Mock interview with Cand Idate",
      `DTSTART:${booked.booking.startTime.replace(/[-:]|\.\d+/g, "")}`,
    ]),
  );
  // The feed contains a name and a time, but no contact data.
  expect(feed.body).not.toContain(booked.interviewee.user.email);

  const again = await mine("POST");
  expect((await read(made.body.url)).status).toBe(404);
  expect((await read(again.body.url)).status).toBe(200);
  expect((await mine("DELETE")).status).toBe(204);
  expect((await read(again.body.url)).status).toBe(404);
});

it.each(["x.ics", `${"A".repeat(43)}.ics`, `${"A".repeat(43)}`, "%00.ics"])(
  "returns nothing for %s",
  async (file) => {
    expect((await app.call("GET", `/api/calendar-feed/${file}`)).status).toBe(404);
  },
);

it("stores only the hash of the link, and never logs it", async () => {
  const interviewer = await app.signUpInterviewer();
  const { url } = (await app.post(interviewer, path)).body;
  const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? "";
  const { rows } = await app.deps.pool.query(
    "select encode(token_hash, 'escape') as hash, token_hash::text from calendar_feeds",
  );
  expect(JSON.stringify(rows)).not.toContain(token);
  const { createLog } = await import("../kernel/log.ts");
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const { req } = createLog("info")[pino.symbols.serializersSym as never] as unknown as {
    req: (request: object) => object;
  };
  pino(sink).info({ req: req({ method: "GET", url: new URL(url).pathname }) });
  expect(written.join("")).toContain("/api/calendar-feed/[redacted]");
  expect(written.join("")).not.toContain(token);
});
