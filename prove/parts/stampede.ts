import { insertSlots } from "../../bench/seed.ts";
import { findBrokenRules } from "../lib/after-load.ts";
import type { Part } from "../lib/part.ts";
import { call, createPeople, percentile } from "../lib/people-and-load.ts";
import { openTestBed } from "../lib/test-bed.ts";

const stampedeClients = 200;
const rounds = 50;
/** In milliseconds: four times what a quiet machine with two cores needs at most. */
const p99Limit = 4000;
const hourMilliseconds = 3_600_000;

export const stampede: Part = {
  name: "stampede",
  async run() {
    const testBed = await openTestBed({ servers: 1, isDurable: true });
    try {
      const base = testBed.servers[0]?.url ?? "";
      const sizes = { interviewers: 1, interviewees: stampedeClients, credits: rounds };
      const { interviewers, interviewees } = await createPeople(testBed, sizes);
      const interviewerId = interviewers[0]?.id ?? "";
      const from = new Date(
        Math.ceil(Date.now() / hourMilliseconds) * hourMilliseconds + 24 * hourMilliseconds,
      );
      await insertSlots(testBed.pool, { interviewers: [interviewerId], from, hours: rounds });
      // Connections are opened before the first round.
      await Promise.all(interviewees.map(({ token }) => call(base, "GET", "/api/user/credits", { token })));
      const violations: string[] = [];
      const times: number[] = [];
      let fair = 0;
      for (let round = 0; round < rounds; round += 1) {
        const body = {
          startTime: new Date(from.getTime() + round * hourMilliseconds).toISOString(),
          interviewerId,
        };
        const answers = await Promise.all(
          interviewees.map(({ token }) => call(base, "POST", "/api/user/bookings", { token, body })),
        );
        const count = (status: number, code?: string) =>
          answers.filter((answer) => answer.status === status && (!code || answer.body?.code === code))
            .length;
        times.push(...answers.map(({ milliseconds }) => milliseconds));
        if (count(201) === 1 && count(409, "slot_taken") === stampedeClients - 1) fair += 1;
        else {
          const other = answers.find(({ status }) => status !== 201 && status !== 409);
          violations.push(
            `round ${round}: ${count(201)} × 201, ${count(409)} × 409${other ? `, ${other.status} ${other.text.slice(0, 120)}` : ""}`,
          );
        }
      }
      violations.push(...(await findBrokenRules(testBed)));
      const p99 = Math.round(percentile(times, 0.99));
      if (p99 >= p99Limit) violations.push(`p99 is ${p99} ms, not under ${p99Limit} ms`);
      return {
        figures: {
          clients: stampedeClients,
          rounds,
          "rounds with one winner": fair,
          "median ms": Math.round(percentile(times, 0.5)),
          "p99 ms": p99,
        },
        violations,
      };
    } finally {
      await testBed.close();
    }
  },
};
