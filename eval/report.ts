import { openModel } from "../server/adapters/ai/open-model.ts";
import { readConfig } from "../server/config/config.ts";
import { plainPrompts } from "../server/domains/reports/drafting/prompt.ts";
import type { TextModel } from "../server/ports/ai.ts";
import type { ModelMode } from "../server/testing/providers/model/model-answers.ts";
import { startModelServer } from "../server/testing/providers/model/model-server.ts";
import type { Bar } from "./bars.ts";
import { byMeasuring, byModel, cases, judgeAll, measureDrift } from "./judge-all.ts";

/*
 * `npm run eval:report`: makes a report of each of our records with each judge, and prints the result of each bar.
 * With GREENROOM_AI_KEY and its settings, it measures the configured model too. Exits with 1 when a bar is missed.
 */

function print(judge: string, bars: readonly Bar[]): boolean {
  const widest = Math.max(...bars.map(({ name }) => name.length));
  process.stdout.write(`\n${judge}\n`);
  for (const { name, value, isMet } of bars) {
    const mark = isMet === null ? "-   " : isMet ? "ok  " : "MISS";
    process.stdout.write(`  ${mark}  ${name.padEnd(widest)}  ${value}\n`);
  }
  return bars.every(({ isMet }) => isMet !== false);
}

async function run(): Promise<boolean> {
  process.stdout.write(
    `${cases.length} records, ${cases.filter(({ twin }) => twin).length} of them with planted instructions\n`,
  );
  const results = [print("no model: measured", await judgeAll(byMeasuring))];
  const peer = await startModelServer();
  try {
    const modes: [ModelMode, string][] = [
      ["honest", "local model server"],
      ["unsteady", "local model server whose scores vary"],
      ["invent", "local model server that invents quotes"],
      ["obey", "local model server that obeys the record"],
    ];
    for (const dialect of ["openai", "anthropic"] as const) {
      const model = open(peer.settings(dialect));
      for (const [mode, title] of modes) {
        peer.mode = mode;
        const bars = await judgeAll(byModel(model));
        results.push(
          print(`${title} (${dialect})`, mode === "honest" ? [...bars, await measureDrift(model)] : bars),
        );
        if (mode !== "obey") continue;
        const alone = await judgeAll(byModel(model, plainPrompts));
        print(
          `the same without hardening, for information: what the checks of claims hold alone (${dialect})`,
          alone.map((bar) => ({ ...bar, isMet: null })),
        );
      }
    }
  } finally {
    await peer.close();
  }
  if ((process.env.GREENROOM_AI_KEY ?? "") !== "") {
    const model = open(process.env);
    // Its answers vary, so it gets some room: two claims, and one point of a score.
    const bars = await judgeAll(byModel(model), { claims: 2, score: 1 });
    results.push(print(model.name, bars));
    const { isMet: _, ...drift } = await measureDrift(model);
    print(`${model.name}, for information`, [{ ...drift, isMet: null }]);
  }
  return results.every((isMet) => isMet);
}

function open(settings: Readonly<Record<string, string | undefined>>): TextModel {
  const { ai } = readConfig(settings);
  if (ai === null)
    throw new Error("GREENROOM_AI_URL and GREENROOM_AI_MODEL must be set together with GREENROOM_AI_KEY.");
  return openModel(ai);
}

run().then(
  (isMet) => {
    process.exitCode = isMet ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  },
);
