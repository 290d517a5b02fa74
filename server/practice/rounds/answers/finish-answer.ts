import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { TestCount } from "@greenroom/contract/room/questions.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { invalidField } from "../../../kernel/errors.ts";
import { changeAnswer, checkTakesAnswers, wrongStage } from "../change-answer.ts";
import { checkCount } from "./keep-test-results.ts";

interface Submission {
  code: string | null;
  visible: TestCount | null;
}

/**
 * Finishes the actor's answer as it is. Repeating the request changes nothing. Throws `invalid_input` for code if
 * the question has no code task, and `conflict` if the answer was finished with other code.
 */
export async function finishAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  { code, visible }: Submission,
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question, context) => {
    checkTakesAnswers(answer, context);
    if (answer.stage === "done") {
      if (code !== answer.code) throw wrongStage("You have already finished this with other code.");
      return answer;
    }
    if (question.kind === "talk" && code !== null) {
      throw invalidField("code", "This question has no code.");
    }
    if (visible !== null) checkCount("visible", visible, question, "visibleTests");
    const tests = visible === null || code === null ? null : { visible, hidden: null, failed: [] };
    return { ...answer, stage: "done", finishedAt: context.now, code, tests };
  });
}
