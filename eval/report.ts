import type { ModelMode } from "../server/testing/providers/model-answers.ts";
import { startModelServer } from "../server/testing/providers/model-server.ts";
import { openModelOf, printBars, runEvaluation } from "./bars.ts";
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

runEvaluation(run);
