import { type ItemInput, ran, recordOf, said } from "../../server/review/reports/records.testing.ts";
import type { EvalCase } from "./case.ts";

/* The same tasks, each answered by three candidates. */

interface Topic {
  topic: string;
  task: string;
  strong: string[];
  middling: string[];
  weak: string[];
}

const topics: Topic[] = [
  {
    topic: "time series",
    task: "How would you validate a model that forecasts daily sales?",
    strong: [
      "I would split the data by time, because a random split leaks the future into training.",
      "I would fit a seasonal naive model first, since a baseline shows whether any feature helps at all.",
      "I would use several rolling folds instead of one split, so that a single odd month does not decide the metric.",
      "For the metric I prefer the weighted absolute error because the large stores drive the data and the cost.",
    ],
    middling: [
      "I would split the data by time, because a random split leaks the future into training.",
      "Then I would train a gradient boosting model and look at the error.",
      "Lag features help since the model sees last week in the data that way.",
      "I'm not sure how many folds I would use for this data.",
    ],
    weak: [
      "I would shuffle everything and keep twenty percent for the test.",
      "I don't know what leaks would mean for this data.",
      "I have no idea which metric fits the model here.",
    ],
  },
  {
    topic: "two sum",
    task: "Find two numbers in a list that add up to a target.",
    strong: [
      "I would keep a hash map from value to index, because one pass over the array is then enough.",
      "The complexity is linear in time and in space, which means a very large array needs the sorted variant instead of the map.",
      "I check the complement before I insert into the map, so that one index is never used twice in the loop.",
    ],
    middling: [
      "I would use a hash map from value to index, because one pass over the array is then enough.",
      "In the function I keep the index, since the array may hold a value twice.",
      "I'm not sure about the complexity when the hash map grows.",
    ],
    weak: [
      "I would try every pair with two loops.",
      "I don't know the complexity of this function.",
      "I have no idea how a hash map would help in this loop.",
    ],
  },
  {
    topic: "experiment",
    task: "An experiment on the checkout page shows a small gain. Do you ship it?",
    strong: [
      "I would compute the sample size before I look at the data, because peeking inflates false positives.",
      "I would look at a guardrail metric such as refunds, since the test can win on clicks and lose money.",
      "I would split by user instead of by session, so that one person is in one group of the data.",
      "With a small gain I would repeat the test on a fresh sample, because the first estimate in the data tends to be too large.",
    ],
    middling: [
      "I would look at the size of the sample because a small sample makes the test noisy.",
      "If the metric is significant I would ship it to more users.",
      "A split by user is safer for the data since sessions of one user are alike.",
      "I can't remember how the threshold of the test is chosen.",
    ],
    weak: [
      "It went up, so I would ship it.",
      "I don't know how large the sample should be.",
      "I'm not sure what another metric would tell about the test.",
    ],
  },
  {
    topic: "imbalance",
    task: "One in a thousand transactions is fraud. How do you build the model?",
    strong: [
      "I would use precision at a fixed recall as the metric, because accuracy is high for a model that never finds fraud.",
      "I would weight the loss instead of copying samples, so that the validation data stays as it is in production.",
      "I would choose the threshold from the cost of a missed case, since one missed fraud costs more than a phone call and the model cannot know that.",
      "I would split by customer, because the same card in training and test data looks like skill.",
    ],
    middling: [
      "I would use precision and recall because accuracy of the model is misleading here.",
      "I would oversample the rare class in the training data.",
      "A threshold is needed since the model gives a probability.",
      "I'm not sure how I would set the threshold for the model.",
    ],
    weak: [
      "I would take accuracy as the number to look at.",
      "I don't know what recall says about the model.",
      "I have no idea how to treat the rare samples in training.",
    ],
  },
];

const runs: Record<"strong" | "middling" | "weak", ItemInput[]> = {
  strong: [ran(900, "finished", { code: "print(score(model, test))", output: "0.91" })],
  middling: [
    ran(900, "failed", { code: "print(score(model))", output: "TypeError: missing the test set" }),
    ran(1_000, "finished", { code: "print(score(model, test))", output: "0.84" }),
  ],
  weak: [
    ran(900, "failed", { code: "score()", output: "NameError: name 'score' is not defined" }),
    ran(1_200, "failed", { code: "model.score()", output: "NameError: name 'model' is not defined" }),
  ],
};

export const rankedCases: EvalCase[] = topics.flatMap(({ topic, task, ...answers }) =>
  (["strong", "middling", "weak"] as const).map((tier) => ({
    name: `${tier}: ${topic}`,
    tier: "other" as const,
    record: recordOf([
      said(30, "interviewer", task, { name: "task" }),
      ...answers[tier].map((sentence, index) =>
        said(90 + index * 60, "interviewee", sentence, { name: `answer ${index}` }),
      ),
      ...runs[tier].map((run, index) => ({ ...run, name: `run ${index}` })),
    ]),
  })),
);
