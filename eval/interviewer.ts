import { interviewerModes } from "../server/testing/providers/model-interviewer.ts";
import { startModelServer } from "../server/testing/providers/model-server.ts";
import { openModelOf, printBars, runEvaluation } from "./bars.ts";
import { judgeInterviewer } from "./simulated-interviews.ts";

/*
 * `npm run eval -- interviewer`: simulated candidates practice with a language model as the interviewer, first with the
 * local model server, honest and dishonest, and then with the configured model, if GREENROOM_AI_KEY is set. Prints the
 * result of each bar, and exits with 1 when one is missed.
 */

runEvaluation(async () => {
  const results: boolean[] = [];
  const modelServer = await startModelServer();
  try {
    for (const dialect of ["openai", "anthropic"] as const) {
      const model = openModelOf(modelServer.settings(dialect));
      for (const mode of interviewerModes) {
        modelServer.interviewer = mode;
        const { bars } = await judgeInterviewer(model, {
          every: 3,
          leastAdapted: mode === "honest" ? 0.7 : null,
          prepare: (modelAnswer) => {
            modelServer.knowledge = modelAnswer;
          },
        });
        results.push(printBars(`local model server: ${mode} (${dialect})`, bars));
      }
    }
  } finally {
    await modelServer.close();
  }
  if ((process.env.GREENROOM_AI_KEY ?? "") !== "") {
    const model = openModelOf(process.env);
    const { bars } = await judgeInterviewer(model, { every: 12, leastAdapted: 0.5 });
    results.push(printBars(model.name, bars));
  }
  return results.every((isMet) => isMet);
});
