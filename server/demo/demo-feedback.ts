import type { Rubric } from "@greenroom/contract/rubrics/rubric.ts";
import { type AreaName, areaNames, type Track } from "@greenroom/contract/rubrics/tracks.ts";

/* The mentors' written feedback on the demo's interviews. Its moments are in `demo-scripts.ts`. */

type Rating = readonly [score: number, notes: string];

function rubric(
  track: Track,
  ratings: Record<AreaName, Rating>,
  texts: Pick<Rubric, "questions" | "summary" | "nextSteps">,
): Rubric {
  const areas = areaNames.map((area) => ({ area, score: ratings[area][0], notes: ratings[area][1] }));
  return { track, areas, ...texts };
}

export const medianFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [
      2,
      "Started to type before asking what the list may contain. The plan came after the first error.\n\n[10:48] I want the half of the length, rounded down.",
    ],
    mlKnowledge: [3, "Knows why a median resists outliers; was unsure when a mean is the better choice."],
    coding: [
      2,
      "The code ran at minute 20. The empty list crashed it, and the even-length case needed a hint.\n\n[20:05, run 2] IndexError: list index out of range\n[23:40, marked good] Finds and repairs the error alone",
    ],
    communication: [
      3,
      "Explains well when asked. Between questions I could not follow what you were trying.",
    ],
    evaluation: [
      2,
      "[21:05, marked to come back to] Edge cases come only after a hint\n\nChecked one example. No test for an empty or an even list.",
    ],
  },
  {
    questions: "Median of a list\nMean or median for delivery times, and why?",
    summary:
      "You stay calm when something breaks, and you repaired the code without panic. That is worth a lot.\n\nThe time went into typing before thinking. Say the plan in two sentences, write one small example with its answer, and only then open the editor.",
    nextSteps:
      "Before each exercise, say the plan aloud in two sentences.\nWrite the empty and the smallest input as the first two tests.\nSolve two list exercises in 15 minutes each, tests first.",
  },
);

export const rankingFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [
      5,
      "[1:14, marked good] Asks what the feed is for before any metric\n\nYou asked whether the feed should win clicks today or bring people back next week, and the metric followed from the answer.",
    ],
    mlKnowledge: [
      4,
      "Explained the log2 discount and why position matters. The cost of the retrieval step stayed open.",
    ],
    coding: [
      4,
      "NDCG@k ran at minute 12.\n[13:38, marked good] Checked the number against mine\n\nThen you tried somebody who clicked nothing, and found the division by zero yourself:\n[18:05, run 3] ZeroDivisionError: float division by zero",
    ],
    communication: [4, "Said the plan first. In the second half some steps happened in silence."],
    evaluation: [
      2,
      '"Deploy it and keep an eye on the dashboard" is no launch plan.\n\n[27:05, marked to come back to] No number, no threshold, no way back',
    ],
  },
  {
    questions:
      "Rank a home feed\nNDCG at k\nWhat could make the offline number and the online number disagree?\nHow would you launch it?",
    summary:
      "The framing was the best part: you settled the goal before the method, and the metric followed from it. Trying the person who clicked nothing, unasked, is what I look for in a colleague.\n\nThe launch is where it slipped. Name the metric, the threshold at which you stop, and how you go back.",
    nextSteps:
      "Write a launch plan for this ranking on one page: metric, threshold, duration, rollback.\nEstimate the cost of the two-tower retrieval step out loud.\nRead about interleaving as an alternative to an A/B test.",
  },
);

export const launchFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [
      4,
      "[1:40, marked good] Says the plan before the code\n\nIn one breath: split by time, one offline metric, a small launch.",
    ],
    mlKnowledge: [
      4,
      "[7:05, marked good] Splits by time without being asked\n\nYou named leakage through a person's later sessions before I could.",
    ],
    coding: [
      5,
      "Running code at minute 7. One typo, found and fixed in a minute:\n[10:55, run 2] NameError: name 'rnge' is not defined",
    ],
    communication: [4, "Easy to follow from start to end."],
    evaluation: [
      3,
      "A launch with a number to stop at this time. The number itself had no reason behind it yet.\n\n[26:05, marked to come back to] No reason for the number to stop at",
    ],
  },
  {
    questions:
      "How would you evaluate last time's ranking before launch?\nReplace a model in production\nWhere does the number to stop at come from?",
    summary:
      "A clear step up from last time: the launch now has a metric and a number to stop at, and the split by time came without a hint.\n\nWhat is missing is where the number comes from. Derive it from the metric's noise and from what a loss would cost.",
    nextSteps:
      "Derive a stopping threshold from the variance of the metric for a two-week test.\nList three guardrail metrics for a feed and say which one would make you roll back.\nWrite down who switches a model off at night, and how, in five sentences.",
  },
);

export const calibrationFeedback = rubric(
  "data-scientist",
  {
    problemSolving: [4, "Restated the question and asked for the base rate first."],
    mlKnowledge: [
      4,
      "Explained bias and variance well. Calibration was new to you, and you worked it out with one hint.",
    ],
    coding: [3, "The code was right, but you wrote it without running it once."],
    communication: [4, "You say where you are and what comes next."],
    evaluation: [
      3,
      "Precision and recall were mixed up at first; the example with 1% positives cleared it up.",
    ],
  },
  {
    questions:
      "Explain the bias-variance trade-off on a model that you built.\nPrecision or recall for fraud alerts?\nMeasure how calibrated a classifier is",
    summary:
      "Solid foundations, and you correct yourself when a number surprises you. Write the metric before the model, and run the code early.",
    nextSteps:
      "For three past projects, write down the metric and what a wrong answer costs.\nDraw a calibration plot by hand.\nRun each piece of code before you write the next one.",
  },
);

export const windowFeedback = rubric(
  "data-analyst",
  {
    problemSolving: [4, "Asked how an active user is defined before the first query."],
    mlKnowledge: [3, "Read the averages correctly; the spread came up only when I asked."],
    coding: [5, "Window functions are solid: running totals and gaps without help."],
    communication: [3, "Assumptions about missing values stayed in your head. Say them."],
    evaluation: [3, "A fair conclusion. What should the team do on Monday?"],
  },
  {
    questions: "Weekly active users with a running total.\nWhich users came back after a gap of 30 days?",
    summary:
      "Your SQL is interview-ready. The next level is to speak about the data as you query it: what is missing, what is counted twice, what the number means for the decision.",
    nextSteps:
      "Before each query, say aloud what may be null or double.\nEnd each exercise with one recommendation in one sentence.\nWrite two queries that report the spread beside the mean.",
  },
);
