import { codeFacts } from "./code-questions.ts";
import { dataAndPeopleFacts } from "./data-and-people.ts";
import { languageModelFacts } from "./language-models.ts";
import { machineLearningFacts } from "./machine-learning.ts";
import { statisticsFacts } from "./statistics.ts";
import { systemDesignFacts } from "./system-design.ts";

/** For each question with computed numbers: the words and figures that its text must contain. */
export const computedFacts: Record<string, () => string[]> = {
  ...codeFacts,
  ...dataAndPeopleFacts,
  ...languageModelFacts,
  ...machineLearningFacts,
  ...statisticsFacts,
  ...systemDesignFacts,
};
