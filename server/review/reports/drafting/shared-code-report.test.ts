import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { takeSnapshot } from "../../../room/code-pads/history/take-snapshot.ts";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
} from "../../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../../schedule/bookings/end.ts";
import { createTestApp, type TestApp, testNow } from "../../../testing/app.ts";
import { type ModelServer, startModelServer } from "../../../testing/providers/model/model-server.ts";

let app: TestApp;
let modelServer: ModelServer;
beforeAll(async () => {
  modelServer = await startModelServer();
  app = await createTestApp({ environment: modelServer.settings("openai") });
});
afterAll(async () => {
  await app.close();
  await modelServer.close();
});

const solution = 'rows = df.groupby("user_id")\nprint(rows.score.mean())';

type Writer = "interviewee" | "interviewer";

/** The kinds of the claims of a report about code that these people wrote in turn, and that the interviewee ran. */
async function claimsAbout(snapshots: readonly [Writer, string][]): Promise<string[]> {
  app.clock.set(testNow);
  const booked: BookedInterview = await createBookedInterview(app);
  const bookingId = booked.booking._id;
  const start = new Date(booked.booking.startTime);
  for (const [index, [writer, text]] of snapshots.entries()) {
    const at = addMinutes(start, index + 1);
    const editors = new Map([[booked[writer].user._id, at]]);
    await takeSnapshot(app.deps, { bookingId, text, at, editors, reason: "time" });
  }
  const run = {
    language: "python" as const,
    outcome: "finished" as const,
    output: "0.67",
    durationMs: 40,
    figures: "[]",
  };
  await app.deps.database
    .insertInto("roomCodeRuns")
    .values({
      ...run,
      id: randomUUID(),
      bookingId,
      runnerId: booked.interviewee.user._id,
      ranAt: addMinutes(start, 9),
    })
    .execute();
  await holdInterview(app, booked.booking);
  await completeDueBookings(app.deps);
  await app.runJobs();
  const { body } = await app.call("GET", `/api/user/reports/${bookingId}`, {
    token: booked.interviewee.token,
  });
  expect(body.report).toMatchObject({ source: { kind: "model" }, checked: 1 });
  return body.report.claims.map(({ kind }: { kind: string }) => kind);
}

it.each<[string, [Writer, string][], string[]]>([
  ["praises code that the interviewee wrote", [["interviewee", solution]], ["strength"]],
  [
    "does not praise the interviewer's solution, to which the interviewee added a line",
    [
      ["interviewer", solution],
      ["interviewee", `${solution}\nprint(1)`],
    ],
    [],
  ],
  [
    "does not praise the interviewer's line, in which the interviewee typed a character",
    [
      ["interviewer", solution],
      ["interviewee", solution.replace('")', '") ')],
    ],
    [],
  ],
])("%s", async (_, snapshots, kinds) => {
  expect(await claimsAbout(snapshots)).toEqual(kinds);
});
