import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, requeueActiveJobs, runCommand, type TestApp, testNow } from "../../testing/app.ts";
import { type ModelServer, startModelServer } from "../../testing/providers/model-server.ts";
import { app, booked, roomId, useOpenRoom } from "../../testing/rooms.ts";
import { sendReportReady } from "../mails.ts";
import { enqueueMissingReports, startAttempt } from "./attempts.ts";
import { endInterview, leaveInRoom } from "./held-interview.testing.ts";
import { makeDueReport } from "./make-report.ts";

describe("attempts", () => {
  /* How often a model is asked for one report, what that costs, and what may replace a report. */

  const said = [
    "I would split the data by time because a random split leaks the future into training.",
    "A baseline model comes first because it shows whether the features help.",
  ];
  /** One call drafts; three review. */
  const callsOfReport = 4;

  let app: TestApp;
  let modelServer: ModelServer;
  let booked: BookedInterview;
  let bookingId: string;
  let utteranceIds: string[];
  beforeAll(async () => {
    modelServer = await startModelServer();
    app = await createTestApp({
      environment: modelServer.settings("anthropic"),
    });
  });
  beforeEach(async () => {
    Object.assign(modelServer, { mode: "honest", knows: "schema" });
    modelServer.requests.length = 0;
    app.clock.set(testNow);
    booked = await createBookedInterview(app);
    bookingId = booked.booking._id;
    const utterances = said.map((text, index) => ({
      by: "interviewee" as const,
      at: index + 1,
      said: text,
    }));
    utteranceIds = await leaveInRoom(app, booked, ...utterances);
    await endInterview(app, booked);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await app.close();
    await modelServer.close();
  });

  async function read() {
    return (await app.get(booked.interviewee, `/api/user/reports/${bookingId}`)).body.report;
  }

  const makeByCommand = (...flags: string[]) =>
    runCommand(app.deps, ["reports", "make", bookingId, ...flags]);

  /** This interview's row of `reports list`. */
  async function listed() {
    const list = await runCommand(app.deps, ["reports", "list"]);
    const rows = "rows" in list ? list.rows : [];
    const row = rows.find(({ booking }) => booking === bookingId);
    return { ...row, problem: row?.problem, tokens: Number(row?.tokens) };
  }

  describe("the attempts at one report", () => {
    it("are one at a time, so that no second draft is paid for", async () => {
      let second: unknown;
      modelServer.meanwhile = async () => {
        second = await makeByCommand().catch((error: unknown) => error);
      };
      await app.runJobs();
      expect(second).toMatchObject({ code: "conflict", message: expect.stringContaining("right now") });
      expect(modelServer.requests).toHaveLength(callsOfReport);
      expect(await listed()).toMatchObject({ outcome: "made", tries: 1 });
    });

    it("go on a few minutes after a server stopped in the middle of one", async () => {
      app.clock.advance({ minutes: 20 });
      await startAttempt(app.deps, bookingId);
      await expect(app.runJobs()).rejects.toMatchObject({ code: "conflict" });
      expect(modelServer.requests).toEqual([]);
      await requeueActiveJobs(app);
      app.clock.advance({ minutes: 4 });
      await app.runJobs();
      expect(await read()).toMatchObject({ source: { kind: "model" }, shown: 2 });
    });

    it("store nothing once another one has begun because they took too long", async () => {
      modelServer.meanwhile = async () => {
        app.clock.advance({ minutes: 4 });
        await startAttempt(app.deps, bookingId);
      };
      await expect(makeByCommand()).rejects.toThrow(/another attempt began/);
      expect(await read()).toBeUndefined();
    });

    it("count the tokens of all of them", async () => {
      modelServer.fail("fenced", 500, 500);
      await expect(makeByCommand()).rejects.toMatchObject({ code: "unavailable" });
      const first = await listed();
      expect(first).toMatchObject({ outcome: "waiting", source: "none" });
      expect(first.tokens).toBeGreaterThan(100);
      modelServer.requests.length = 0;
      await makeByCommand();
      expect(await read()).toMatchObject({ source: { kind: "model" }, shown: 2 });
      expect(modelServer.requests).toHaveLength(callsOfReport);
      const both = await listed();
      expect(both.tokens).toBeGreaterThan(first.tokens);
      await makeByCommand();
      expect((await listed()).tokens).toBeGreaterThan(both.tokens + 100);
    });

    it("share one budget of tokens", async () => {
      modelServer.fail(500);
      await expect(makeDueReport(app.deps, { bookingId })).rejects.toMatchObject({ code: "unavailable" });
      await app.deps.database
        .updateTable("reportMakings")
        .set({ inputTokens: 158_000, outputTokens: 1_000 })
        .where("bookingId", "=", bookingId)
        .execute();
      modelServer.requests.length = 0;
      await makeDueReport(app.deps, { bookingId });
      expect(modelServer.requests).toEqual([]);
      expect(await read()).toMatchObject({ source: { kind: "measured", wasModelAsked: true } });
      expect((await listed()).problem).toContain("budget");
    });

    it("make the measured report, marked late, once calls that were never answered have used it", async () => {
      modelServer.fail(500);
      await expect(makeDueReport(app.deps, { bookingId })).rejects.toMatchObject({ code: "unavailable" });
      await app.deps.database
        .updateTable("reportMakings")
        .set({ inputTokens: 159_000, outputTokens: 0 })
        .where("bookingId", "=", bookingId)
        .execute();
      await makeDueReport(app.deps, { bookingId });
      const report = await read();
      expect(report).toMatchObject({ isLate: true });
      expect(report.source).toEqual({ kind: "measured" });
      expect(await listed()).toMatchObject({ outcome: "late", problem: expect.stringContaining("budget") });
      await sendReportReady(app.deps, { bookingId });
      const mails = await app.mailsTo(booked.interviewee.user.email);
      expect(mails.at(-1)?.text).not.toContain("its answer could not be used");
    });

    it("count a call that we gave up, with the size of its request", async () => {
      const inRealTime = AbortSignal.timeout.bind(AbortSignal);
      vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) =>
        inRealTime(milliseconds >= 60_000 ? Math.round(milliseconds / 150) : milliseconds),
      );
      modelServer.fail("hang");
      await expect(makeByCommand()).rejects.toMatchObject({ code: "unavailable" });
      expect((await listed()).tokens).toBeGreaterThan(500);
    });
  });

  describe("the review of a draft", () => {
    it("needs two runs: one alone decides nothing", async () => {
      modelServer.fail("fenced", 500, 500);
      await expect(makeByCommand()).rejects.toMatchObject({ code: "unavailable" });
      expect(await read()).toBeUndefined();
    });

    it("by two runs is enough", async () => {
      modelServer.fail("fenced", 500);
      await makeByCommand();
      expect(await read()).toMatchObject({ shown: 2 });
    });

    it("with two runs of no use is not repeated: the report is measured", async () => {
      const twice = Array.from({ length: 4 }, () => "ignore-schema" as const);
      modelServer.fail("fenced", "fenced", ...twice);
      await makeByCommand();
      expect(await read()).toMatchObject({ source: { kind: "measured", wasModelAsked: true } });
    });
  });

  describe("a report that exists", () => {
    it("keeps its drafted points if the model refuses, unless the operator says otherwise", async () => {
      await makeByCommand();
      const drafted = await read();
      modelServer.fail("refuse");
      await expect(makeByCommand()).rejects.toThrow(
        /The report was kept, because a measured one would replace the points that local-model-1 drafted/,
      );
      expect(await read()).toEqual(drafted);
      expect(await listed()).toMatchObject({ outcome: "made", version: 1, problem: "" });
      modelServer.fail("refuse");
      expect(await makeByCommand("--measured")).toMatchObject({ msg: expect.stringContaining("measured") });
      expect(await read()).toMatchObject({ source: { kind: "measured", wasModelAsked: true } });
      await sendReportReady(app.deps, { bookingId });
      const mails = await app.mailsTo(booked.interviewee.user.email);
      // Both facts: the model failed, and counting alone finds nothing.
      expect(mails.at(-1)?.text).toMatch(
        /Our language model’s answer could not be used, and nothing we counted stands out/s,
      );
    });

    it("keeps them if no model is configured any more", async () => {
      await makeByCommand();
      const withoutModel = { ...app.deps, ai: null };
      await expect(runCommand(withoutModel, ["reports", "make", bookingId])).rejects.toThrow(
        /no language model is configured/,
      );
      expect(await read()).toMatchObject({ source: { kind: "model" } });
    });
  });

  it("a correction while a report is being made is not overlooked: the report is not stored", async () => {
    modelServer.meanwhile = async () => {
      const corrected = await app.put(
        booked.interviewee,
        `/api/rooms/${bookingId}/utterances/${utteranceIds[0]}`,
        { text: "I would split the data by week because a random split leaks the future." },
      );
      expect(corrected.status).toBe(200);
    };
    await expect(makeByCommand()).rejects.toThrow(/deleted or corrected while/);
    expect(await read()).toBeUndefined();
    await makeByCommand();
    expect(JSON.stringify(await read())).toContain("by week");
  });
});

describe("missing reports", () => {
  useOpenRoom();

  /** Completes the interview without the job that makes its report, and waits. */
  async function completeWithoutJob({ waitMinutes }: { waitMinutes: number }): Promise<void> {
    const end = new Date(booked.booking.endTime);
    await app.deps.database
      .updateTable("bookings")
      .set({ status: "completed", completedAt: end })
      .where("id", "=", roomId)
      .execute();
    app.clock.set(addMinutes(end, waitMinutes));
  }

  /** The last attempt at the report failed before there is one, and no job is left. */
  async function giveUp({ hoursAgo }: { hoursAgo: number }): Promise<void> {
    const lastTriedAt = addMinutes(app.clock.now(), -hoursAgo * 60);
    await app.deps.database
      .insertInto("reportMakings")
      .values({
        bookingId: roomId,
        firstTriedAt: lastTriedAt,
        lastTriedAt,
        tries: 15,
        outcome: "waiting",
      })
      .execute();
  }

  async function hasReport(): Promise<boolean> {
    await app.runJobs();
    const { rowCount } = await app.deps.pool.query("select from ai_reports where booking_id = $1", [roomId]);
    return rowCount === 1;
  }

  describe("a completed interview without a job for its report", () => {
    it("awaits its report for a day, and then the interviewer's history says that there is none", async () => {
      const stateOf = async () => {
        const history = await app.get(booked.interviewer, "/api/interviewer/history");
        return history.body[0].report;
      };
      await completeWithoutJob({ waitMinutes: 100 });
      expect(await stateOf()).toBe("awaited");
      await completeWithoutJob({ waitMinutes: 24 * 60 });
      expect(await stateOf()).toBe("none");
    });

    it("gets its report within the hour, once", async () => {
      await completeWithoutJob({ waitMinutes: 100 });
      expect(await hasReport()).toBe(false);
      expect(await enqueueMissingReports(app.deps)).toBeGreaterThan(0);
      expect(await hasReport()).toBe(true);
      expect(await enqueueMissingReports(app.deps)).toBe(0);
    });

    it.each([
      ["while its report may still be made in the usual way", 70],
      ["more than a month later", 31 * 24 * 60],
    ])("gets none %s", async (_, waitMinutes) => {
      await completeWithoutJob({ waitMinutes });
      await enqueueMissingReports(app.deps);
      expect(await hasReport()).toBe(false);
    });
  });

  describe("an interview whose report was given up", () => {
    it("gets it after a day, once", async () => {
      await completeWithoutJob({ waitMinutes: 3 * 24 * 60 });
      await giveUp({ hoursAgo: 25 });
      expect(await enqueueMissingReports(app.deps)).toBeGreaterThan(0);
      expect(await hasReport()).toBe(true);
      expect(await enqueueMissingReports(app.deps)).toBe(0);
    });

    it("gets none while its job may still be retried", async () => {
      await completeWithoutJob({ waitMinutes: 3 * 24 * 60 });
      await giveUp({ hoursAgo: 13 });
      await enqueueMissingReports(app.deps);
      expect(await hasReport()).toBe(false);
    });
  });
});
