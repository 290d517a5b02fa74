import fc from "fast-check";
import { expect, it } from "vitest";
import { checkInvariants } from "../server/kernel/db/invariants.ts";
import { createUsers } from "../server/schedule/bookings/bookings.testing.ts";
import { useTestApp } from "../server/testing/app.ts";
import { commands, Model, type Real } from "./model.ts";

/* PROVE_RUNS sets how many histories run, PROVE_SEED repeats the same ones. */
const runs = Number(process.env.PROVE_RUNS ?? 8);
const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);

const app = useTestApp();

it(
  `does what a plain model does, over ${runs} histories (seed ${seed})`,
  async () => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: "max" }), async (history) => {
        const [first, second, third, fourth] = await createUsers(app, 4);
        if (!first || !second || !third || !fourth) throw new Error("four people were asked for");
        const interviewers = [third, fourth];
        await app.deps.pool.query("update users set role = 'interviewer' where id = any($1)", [
          interviewers.map(({ user }) => user._id),
        ]);
        const real: Real = { app, people: [first, second], interviewers };
        const model = new Model(app.clock.now(), 2);
        await fc.asyncModelRun(() => ({ model, real }), history);
        for (const { status } of model.bookings) ends.set(status, (ends.get(status) ?? 0) + 1);
        const broken = (await checkInvariants(app.deps.database)).filter((result) => result.broken > 0);
        expect(broken).toEqual([]);
      }),
      { numRuns: runs, seed, endOnFailure: process.env.PROVE_SHRINK === undefined },
    );
    // Histories without a booking would prove nothing.
    expect([...ends.keys()].sort()).toEqual(["cancelled", "completed", "pending"]);
  },
  60_000 + runs * 30_000,
);
