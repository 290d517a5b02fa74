import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp, testNow } from "../../testing/app.ts";
import { connectRoomClient, getTicket } from "../../testing/rooms/room-client.ts";
import { type BookedInterview, createBookedInterview } from "../bookings/bookings.testing.ts";

let app: TestApp;
let staged: BookedInterview;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(testNow);
  staged = await createBookedInterview(app);
  app.clock.set(new Date(staged.booking.startTime));
});

it("of one person do not displace the other's from the record", async () => {
  const { interviewee, interviewer, booking } = staged;
  const ran = (runnerId: string, outcome: "failed" | "finished") => ({
    id: randomUUID(),
    bookingId: booking._id,
    runnerId,
    language: "python" as const,
    outcome,
    output: "1\n",
    durationMs: 3,
    ranAt: app.clock.now(),
  });
  const stored = [
    ran(interviewer.user._id, "failed"),
    ...Array.from({ length: 200 }, () => ran(interviewee.user._id, "finished")),
  ];
  await app.deps.database.insertInto("roomCodeRuns").values(stored).execute();
  const line = await connectRoomClient(
    app,
    booking._id,
    await getTicket(app, booking._id, interviewee.token),
  );
  await line.next("welcome");
  const run = { language: "python", outcome: "finished", output: "2\n", durationMs: 3 };
  line.send({ type: "run", id: randomUUID(), run });
  await line.next("run");
  const { body } = await app.call("GET", `/api/rooms/${booking._id}/record`, { token: interviewer.token });
  const runs = body.items.filter(({ kind }: { kind: string }) => kind === "run");
  const of = (id: string) => runs.filter(({ personId }: { personId: string }) => personId === id);
  expect(of(interviewer.user._id)).toHaveLength(1);
  expect(of(interviewee.user._id)).toHaveLength(100);
});
