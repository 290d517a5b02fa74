import type { Track } from "../schedule/goals.ts";

/* The areas that a mentor scores, in words. Separate from the schema, so that pages that only show scores do not
   load zod. */

/** The labels of the scores 1 to 5, of an area and of a rating (requirements §5). */
export const ratingLabels = ["Very Bad", "Bad", "Okay", "Good", "Excellent"] as const;

/**
 * Every track has the same five names, so that scores can be compared over interviews. Labels and anchors
 * differ by track.
 */
export const areaNames = ["problemSolving", "mlKnowledge", "coding", "communication", "evaluation"] as const;
export type AreaName = (typeof areaNames)[number];

/**
 * A sentence for each score: what an interviewer sees of somebody with this score. The same sentence is shown for many
 * interviews, so those for 2 and 4 say how much of the scale's ends was there ("most of", "a part of"). They name no
 * particular gap, because that would be false for an interview with a different one.
 */
type Anchors = Record<1 | 2 | 3 | 4 | 5, string>;

export interface TrackArea {
  name: AreaName;
  label: string;
  anchors: Anchors;
}

export const trackLabels: Record<Track, string> = {
  "ml-engineer": "ML engineer",
  "ai-engineer": "AI engineer",
  "data-scientist": "Data scientist",
  "data-analyst": "Data analyst",
  general: "General",
};

type AreaWords = Omit<TrackArea, "name">;

const problemFraming: AreaWords = {
  label: "Problem framing",
  anchors: {
    1: "Starts with a model before asking what the product needs.",
    2: "Asks about a part of goal and data before choosing a method.",
    3: "Asks about the goal and the data, but leaves out constraints or success.",
    4: "Settles most of goal, constraints, data and success before a method.",
    5: "Settles goal, constraints, data and success before choosing a method.",
  },
};

const coding: AreaWords = {
  label: "Coding",
  anchors: {
    1: "Needs help to get code that runs.",
    2: "Gets a part of the code to work in the time.",
    3: "Working code in time; edge cases come up only when asked.",
    4: "Clear, working code; names most edge cases or the cost unprompted.",
    5: "Clear, tested code; names the edge cases and the cost unprompted.",
  },
};

const communication: AreaWords = {
  label: "Communication",
  anchors: {
    1: "Works in silence; the reasoning is hard to follow.",
    2: "Explains some of the steps; the interviewer often has to ask.",
    3: "Explains the steps when asked, with some detours.",
    4: "Says the plan and mostly thinks aloud; easy to follow for most of the interview.",
    5: "Says the plan first, thinks aloud and checks that the interviewer follows.",
  },
};

const evaluationAndProduction: AreaWords = {
  label: "Evaluation and production",
  anchors: {
    1: "Names no metric, or one that does not fit the goal.",
    2: "Gets to a metric that fits with some help.",
    3: "Names a metric that fits, but not how to split, launch or watch it.",
    4: "Covers most of split, metric, launch, monitoring and the way back.",
    5: "Covers split, metric, launch, monitoring and the way back.",
  },
};

const areasByTrack: Record<Track, Record<AreaName, AreaWords>> = {
  "ml-engineer": {
    problemSolving: problemFraming,
    mlKnowledge: {
      label: "ML depth",
      anchors: {
        1: "Names methods without saying how they work.",
        2: "Outlines how some methods work; the basics hold in part.",
        3: "Explains common methods; unsure why one fits or where it breaks.",
        4: "Says for most methods why they fit, what they assume and where they break.",
        5: "Says why a method fits, what it assumes and where it breaks.",
      },
    },
    coding,
    communication,
    evaluation: evaluationAndProduction,
  },
  "ai-engineer": {
    problemSolving: problemFraming,
    mlKnowledge: {
      label: "LLM and system design",
      anchors: {
        1: "Calls a model and hopes; no reason for prompt, retrieval or tuning.",
        2: "Gives reasons for some choices; the pipeline works in part.",
        3: "Builds a sound pipeline, but overlooks cost, latency or wrong answers.",
        4: "Builds a sound pipeline and weighs most of quality, cost, latency and risk.",
        5: "Weighs prompt, retrieval and tuning by quality, cost, latency and risk.",
      },
    },
    coding,
    communication,
    evaluation: {
      label: "Evaluation and safety",
      anchors: {
        1: "Judges answers by looking at a few of them.",
        2: "Asks for a test set and says a part of what belongs in it.",
        3: "Has a test set, but little on regressions, injection or monitoring.",
        4: "Covers most of test sets, graded checks, guardrails and monitoring.",
        5: "Test sets, graded checks, guardrails and monitoring, with their limits.",
      },
    },
  },
  "data-scientist": {
    problemSolving: problemFraming,
    mlKnowledge: {
      label: "Statistics and modeling",
      anchors: {
        1: "Uses tests and models without their assumptions.",
        2: "Names some assumptions; the methods fit them in part.",
        3: "Picks reasonable methods; unsure about assumptions or uncertainty.",
        4: "Mostly chooses by assumptions and quantifies uncertainty.",
        5: "Chooses by assumptions, quantifies uncertainty and checks both.",
      },
    },
    coding,
    communication,
    evaluation: {
      label: "Experiments and evaluation",
      anchors: {
        1: "Takes a difference for an effect.",
        2: "Sets up a comparison with a control group with some help.",
        3: "Designs a basic experiment; misses power, bias or guardrail metrics.",
        4: "Covers most of metric, power, bias, guardrails and what to do with the result.",
        5: "Covers metric, power, bias, guardrails and what to do with the result.",
      },
    },
  },
  "data-analyst": {
    problemSolving: {
      label: "Problem framing",
      anchors: {
        1: "Starts to query before knowing the question.",
        2: "Asks what is wanted, and answers a part of it.",
        3: "Restates the question, but leaves the definition of the metric open.",
        4: "Settles most of decision, metric and data before the first query.",
        5: "Settles the decision, the metric and the data before the first query.",
      },
    },
    mlKnowledge: {
      label: "Statistics and metrics",
      anchors: {
        1: "Reads averages only; takes correlation for cause.",
        2: "Doubts a number when asked; the summary fits in part.",
        3: "Uses the right summary; unsure about variance, bias or significance.",
        4: "Explains most of spread, bias and significance, and what they change.",
        5: "Explains spread, bias and significance, and says what they change.",
      },
    },
    coding: {
      label: "SQL and data handling",
      anchors: {
        1: "Needs help to get a query that answers the question.",
        2: "Gets a query to run; its joins and groups are right in part.",
        3: "Correct joins and groups; misses duplicates, nulls or time zones.",
        4: "Clear queries that handle most duplicates, nulls and dates.",
        5: "Clear, checked queries that handle duplicates, nulls and dates.",
      },
    },
    communication,
    evaluation: {
      label: "Insight and recommendation",
      anchors: {
        1: "Reports numbers without what they mean.",
        2: "Says what a number means; the data supports a part of the conclusion.",
        3: "Draws a fair conclusion, but no next step or limits.",
        4: "Recommends a step and mostly says how sure it is and how to check it.",
        5: "Recommends a step, says how sure it is and how to check it.",
      },
    },
  },
  general: {
    problemSolving: {
      label: "Problem solving",
      anchors: {
        1: "Starts without a plan and gets stuck.",
        2: "Plans a part of the way, and needs many hints.",
        3: "Reaches an answer with hints; the approach is sound.",
        4: "Breaks the problem down and gets there mostly alone.",
        5: "Breaks the problem down, compares approaches and gets there alone.",
      },
    },
    mlKnowledge: {
      label: "ML/DS knowledge",
      anchors: {
        1: "Knows the terms but not what they mean.",
        2: "Explains some of the basics.",
        3: "Explains the basics; unsure when asked why.",
        4: "Explains why, mostly with trade-offs or an example.",
        5: "Explains why, with trade-offs and an example.",
      },
    },
    coding,
    communication,
    evaluation: {
      label: "Checking results",
      anchors: {
        1: "Stops at the first result.",
        2: "Checks a part of the result when asked to.",
        3: "Checks a result when asked to.",
        4: "Tests the result unprompted and names some of what could go wrong.",
        5: "Says how to measure it, tests it and names what could go wrong.",
      },
    },
  },
};

/** The five areas of a track, in the order of the form and of the PDF. */
export function areasOf(track: Track): TrackArea[] {
  return areaNames.map((name) => ({ name, ...areasByTrack[track][name] }));
}

/** The sentence that describes a score in this area. */
export function anchorText({ anchors }: Pick<TrackArea, "anchors">, score: number): string {
  return anchors[score as keyof Anchors];
}

/** The same beside a score that somebody got, where it must not be read as a statement about that interview. */
export function scaleText(area: Pick<TrackArea, "anchors">, score: number): string {
  return `A ${score} means: ${anchorText(area, score)}`;
}

/** The word for an area that an interview did not touch. */
export const notAssessedLabel = "Not assessed";

/** The mean of the assessed areas to one decimal: the headline of a mentor's feedback. Null without scores. */
export function overallScore(areas: readonly { score: number | null }[]): number | null {
  const scores = areas.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return null;
  const sum = scores.reduce((total, score) => total + score, 0);
  return Math.round((10 * sum) / scores.length) / 10;
}
