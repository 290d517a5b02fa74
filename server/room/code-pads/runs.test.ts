import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { SignedUpUser } from "../../testing/app.ts";
import { app, booked, join, roomId, useOpenRoom } from "../../testing/rooms/open-room-setup.ts";

useOpenRoom();

const run = { language: "python" as const, outcome: "finished" as const, output: "1\n", durationMs: 3 };

/** Stores runs in this order, as if they had been sent. */
async function store(runs: { by: string; figures?: object[] }[]): Promise<void> {
  const rows = runs.map(({ by, figures = [] }) => ({
    ...run,
    id: randomUUID(),
    bookingId: roomId,
    runnerId: by,
    figures: JSON.stringify(figures),
    ranAt: app.clock.now(),
  }));
  await app.deps.database.insertInto("roomCodeRuns").values(rows).execute();
}

/** Sends a run of the interviewee, and returns what the record has of each person afterwards. */
async function runAsInterviewee(sent: object) {
  const { interviewee, interviewer } = booked;
  const line = await join(interviewee);
  line.send({ type: "run", id: randomUUID(), run: sent });
  await line.next("run");
  const { body } = await app.call("GET", `/api/rooms/${roomId}/record`, { token: interviewer.token });
  const runs = body.items.filter(({ kind }: { kind: string }) => kind === "run");
  return (person: SignedUpUser): { figures?: object[] }[] =>
    runs.filter(({ personId }: { personId: string }) => personId === person.user._id);
}

it("of one person do not displace the other's from the record", async () => {
  const { interviewee, interviewer } = booked;
  const mine = Array.from({ length: 200 }, () => ({ by: interviewee.user._id }));
  await store([{ by: interviewer.user._id }, ...mine]);
  const runsOf = await runAsInterviewee(run);
  expect(runsOf(interviewer)).toHaveLength(1);
  expect(runsOf(interviewee)).toHaveLength(100);
});

it("with figures of one person do not displace the other's figures", async () => {
  const { interviewee, interviewer } = booked;
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
  const figures = [{ png, alt: "Figure 1; Loss" }];
  const theirs = Array.from({ length: 20 }, () => ({ by: interviewer.user._id, figures }));
  await store([{ by: interviewee.user._id, figures }, ...theirs]);
  const runsOf = await runAsInterviewee({ ...run, figures });
  expect(runsOf(interviewee).map((kept) => kept.figures)).toEqual([figures, figures]);
  expect(runsOf(interviewer).filter((kept) => kept.figures)).toHaveLength(20);
});
