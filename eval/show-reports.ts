import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { readConfig } from "../server/kernel/config/config.ts";
import { startModelServer } from "../server/testing/providers/model-server.ts";
import { openModel } from "../server/vendors/ai/open-model.ts";
import { byMeasuring, byModel, cases } from "./judge-all.ts";

/*
 * Prints three whole reports to read: by the local model server, without a model, and of a record with planted
 * instructions by a model server that obeys them. `node --import tsx eval/show-reports.ts`.
 */

function print(title: string, report: AiFeedback): void {
  const lines = [
    `\n## ${title}`,
    `shown ${report.shown}, verified ${report.verified} of ${report.checked} checked`,
  ];
  for (const { kind, text, evidence } of report.claims) {
    lines.push(`${kind.padEnd(11)} ${text}`);
    for (const { atSeconds, quote } of evidence) lines.push(`            ${atSeconds} s: “${quote}”`);
  }
  for (const { title: exercise, exercise: text } of report.plan)
    lines.push(`plan        ${exercise}: ${text}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

function recordOf(name: RegExp) {
  const found = cases.find((evalCase) => name.test(evalCase.name));
  if (found === undefined) throw new Error(`no record is named ${name}`);
  return found;
}

const server = await startModelServer();
try {
  const { ai } = readConfig(server.settings("openai"));
  if (ai === null) throw new Error("the local model server has no settings");
  const model = openModel(ai);
  const middling = recordOf(/^middling/);
  print(`${middling.name}, by the local model server`, await byModel(model)(middling.record));
  print(`${middling.name}, without a model`, await byMeasuring(middling.record));
  server.mode = "obey";
  const planted = recordOf(/^planted: in speech$/);
  print(`${planted.name}, by a model server that obeys the record`, await byModel(model)(planted.record));
} finally {
  await server.close();
}
