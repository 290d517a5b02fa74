import { fileURLToPath } from "node:url";
import type { Part } from "../lib/part.ts";
import { runTests } from "../lib/run-tests.ts";

/* The parts that run inside the test app, on its fixed clock. */

const root = fileURLToPath(new URL("../..", import.meta.url));

interface TestPart extends Pick<Part, "name" | "shows"> {
  files: string[];
  config?: string;
  environment?(seed: number, isLong: boolean): Record<string, string>;
}

function testPart({ name, shows, files, config, environment }: TestPart): Part {
  return {
    name,
    shows,
    async run({ seed, isLong }) {
      const own = environment?.(seed, isLong) ?? {};
      const { passed, failed } = await runTests(files, {
        root,
        environment: own,
        ...(config === undefined ? {} : { config }),
      });
      return {
        figures: { "tests passed": passed.length, ...(own.PROVE_RUNS ? { histories: own.PROVE_RUNS } : {}) },
        violations: failed.map(({ test, message }) => `${test}: ${message}`),
      };
    },
  };
}

const config = "prove/vitest.config.ts";

export const model = testPart({
  name: "model",
  shows: "random histories through the API do exactly what a plain model of people, slots and credits does",
  files: ["prove/model.proof.ts"],
  config,
  environment: (seed, isLong) => ({ PROVE_SEED: String(seed), PROVE_RUNS: isLong ? "150" : "25" }),
});

export const weeks = testPart({
  name: "weeks",
  shows: "five simulated weeks: weekly hours over changes of clocks, reminders, deadlines, remedies, payouts",
  files: ["prove/weeks.proof.ts"],
  config,
});

export const access = testPart({
  name: "access",
  shows: "every endpoint as every kind of caller, and every record's id as everybody else",
  files: ["server/kernel/http/access/access.test.ts", "server/kernel/http/access/object-access.test.ts"],
});
