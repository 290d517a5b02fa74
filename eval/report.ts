import { readConfig } from "../server/kernel/config/config.ts";
import type { ModelMode } from "../server/testing/providers/model-answers.ts";
import { startModelServer } from "../server/testing/providers/model-server.ts";
import { openModel } from "../server/vendors/ai/open-model.ts";
import type { TextModel } from "../server/vendors/ai/port.ts";
import type { Bar } from "./bars.ts";
import { byMeasuring, byModel, cases, judgeAll, judgeOrders } from "./judge-all.ts";
import { orders } from "./records/planted-orders.ts";

/*
 * `npm run eval -- report`: makes a report of each of our records with each judge, and prints the result of each bar.
 * With GREENROOM_AI_KEY and its settings, it measures the configured model too. Exits with 1 when a bar is missed.
 */

async function run(): Promise<boolean> {
  process.stdout.write(
    `${cases.length} records, ${cases.filter(({ twin }) => twin).length} of them with planted instructions\n`,
  );
  const results = [printBars("no model: measured", await judgeAll(byMeasuring))];
  const modelServer = await startModelServer();
  try {
    const modes: [ModelMode, string][] = [
      ["honest", "local model server"],
      ["invent", "local model server that invents quotes"],
      ["obey", "local model server that obeys the record"],
      ["obey-too", "local model server that obeys the record beside its honest work"],
    ];
    for (const dialect of ["openai", "anthropic"] as const) {
      const model = openModelOf(modelServer.settings(dialect));
      for (const [mode, title] of modes) {
        modelServer.mode = mode;
        modelServer.orders = mode.startsWith("obey") ? orders : [];
        const bars = await judgeAll(byModel(model));
        if (mode.startsWith("obey")) bars.push(...(await judgeOrders(byModel(model), mode === "obey-too")));
        results.push(printBars(`${title} (${dialect})`, bars));
      }
    }
  } finally {
    await modelServer.close();
  }
  if ((process.env.GREENROOM_AI_KEY ?? "") !== "") {
    const model = openModelOf(process.env);
    // Its answers vary, so an order may seem to add two claims.
    const bars = await judgeAll(byModel(model), 2);
    results.push(printBars(model.name, bars));
  }
  return results.every((isMet) => isMet);
}

/** Prints the result of each bar. Returns whether none is missed. */
function printBars(title: string, bars: readonly Bar[]): boolean {
  const widest = Math.max(...bars.map(({ name }) => name.length));
  process.stdout.write(`\n${title}\n`);
  for (const { name, value, isMet } of bars) {
    const mark = isMet === null ? "-   " : isMet ? "ok  " : "MISS";
    process.stdout.write(`  ${mark}  ${name.padEnd(widest)}  ${value}\n`);
  }
  return bars.every(({ isMet }) => isMet !== false);
}

function openModelOf(settings: Readonly<Record<string, string | undefined>>): TextModel {
  const { ai } = readConfig(settings);
  if (ai === null)
    throw new Error("GREENROOM_AI_URL and GREENROOM_AI_MODEL must be set together with GREENROOM_AI_KEY.");
  return openModel(ai);
}

process.exitCode = (await run()) ? 0 : 1;
