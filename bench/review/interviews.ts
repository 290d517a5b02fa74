import type { Goal } from "@greenroom/contract/goals/goals.ts";
import type { ratingLabels, Track } from "@greenroom/contract/rubrics/tracks.ts";
import { rankingGoal } from "../../server/demo/demo-interview.ts";
import { type InterviewScript, latestScript, rankingScript } from "../../server/demo/demo-scripts.ts";

/* The interviews of the measurement and what their interviewer writes. The texts were written before the first
   measurement, at the length of the demo's feedback. Since lines of the private notes can be added to the feedback,
   `notesOnAreas` says which of them an interviewer adds; the notes themselves are as they were. */

/** The area's score, and a sentence about it. */
export type AreaText = readonly [score: (typeof ratingLabels)[number], sentence: string];

export interface MeasuredInterview {
  name: string;
  interviewee: { firstName: string; lastName: string };
  goal: Goal | null;
  /** Null for an interview outside our room, of which we have no record. */
  script: InterviewScript | null;
  /** Scores of the criteria of the questions, in their order; without them the interviewer scored nothing in the room. */
  scores: (readonly number[])[];
  review: {
    track: Track;
    /** In the order of the form. */
    areas: readonly [AreaText, AreaText, AreaText, AreaText, AreaText];
    /**
     * Sentences of the private notes that say what the interviewer would write on an area, by its place in the form.
     * They are added with a click each. Other sentences stay private.
     */
    notesOnAreas?: Readonly<Record<number, readonly string[]>>;
    /** Writes all of it, whatever the form has filled in or offers. */
    writesEverything: boolean;
    summary: string;
    nextSteps: string;
    /** Written if the form has not filled in the questions. */
    questions: string;
  };
}

const quietScript: InterviewScript = {
  spoken: [],
  chat: [],
  questions: [],
  runs: [],
  marks: [],
  code: [],
  notes: "",
};

function goalOf(role: string, practice: Goal["practice"]): Goal {
  return { role, level: "mid", companyType: "product", practice, practiceOther: "", note: "" };
}

/** Questions from the bank and a few marks: the demo's interview on ranking. */
const ranking: MeasuredInterview = {
  name: "ML engineer, four marks",
  interviewee: { firstName: "Meera", lastName: "Iyer" },
  goal: rankingGoal,
  script: rankingScript,
  scores: [],
  review: {
    track: "ml-engineer",
    areas: [
      ["Excellent", "You settled the goal and the latency before you named a single model."],
      ["Good", "You explained why the offline number misleads, but not what retrieval costs."],
      ["Good", "NDCG ran at minute twelve, and you found the wrong sort order yourself."],
      ["Good", "You said the plan first and thought aloud, but did not check that I followed."],
      ["Okay", "The metric fits the goal, but the launch had no threshold and no way back."],
    ],
    writesEverything: false,
    summary:
      "The framing was the best part, because the metric followed from the goal. For the launch, name the number, the threshold and the way back.",
    nextSteps:
      "Write a launch plan for this ranking on one page.\nEstimate the cost of the retrieval step out loud.",
    questions: "",
  },
};

/** SQL with the criteria scored in the room, and a mark for almost every step. */
const manyMarks: MeasuredInterview = {
  name: "Data analyst, ten marks, scored",
  interviewee: { firstName: "Ananya", lastName: "Bose" },
  goal: goalOf("Data analyst", ["sql", "statistics"]),
  script: {
    ...quietScript,
    questions: [
      [60, "latest-status-per-order"],
      [900, "retention-by-cohort"],
      [1_900, "almost-significant"],
    ],
    marks: [
      [150, "good", "Asks which event wins a tie before writing"],
      [420, "good", "Row number instead of a join on the maximum"],
      [610, "come_back", "Did not ask how large the table is"],
      [780, "good", "Names an index that would help"],
      [1_050, "come_back", "Counts the same user twice in a week"],
      [1_280, "good", "Finds the duplicate by checking week zero"],
      [1_500, "good", "Reads the table without calling it a cause"],
      [1_980, "good", "Answers the manager with the interval"],
      [2_120, "come_back", "Calls p the chance that the null holds"],
      [2_240, "good", "Says what a larger test would cost"],
    ],
    notes: "Strong with windows. Wobbly on the meaning of p. Ask about power next time.",
  },
  scores: [
    [5, 3],
    [4, 4],
    [3, 4],
  ],
  review: {
    track: "data-analyst",
    areas: [
      ["Good", "You settled the definition of a cohort with me before the first query."],
      ["Okay", "You answered with the interval, but described the p-value wrongly."],
      ["Good", "Window functions came without help, and week zero was your own check."],
      ["Good", "You told me each step, so I never had to ask what you were doing."],
      ["Good", "You told the manager what a larger test would cost and what it would show."],
    ],
    writesEverything: false,
    summary:
      "Your SQL is ready for interviews, and you check your own results. Practice saying what a p-value is and what it is not.",
    nextSteps:
      "Explain a p-value to a friend in two sentences.\nSolve one retention query a day and check its first row by hand.",
    questions: "",
  },
};

/** By telephone: no record, so the form knows nothing. */
const unrecorded: MeasuredInterview = {
  name: "General, nothing recorded",
  interviewee: { firstName: "Rohan", lastName: "Das" },
  goal: null,
  script: null,
  scores: [],
  review: {
    track: "general",
    areas: [
      ["Good", "You broke the problem into three parts and solved each of them alone."],
      ["Okay", "You knew how boosting works, but not when it is worse than a forest."],
      ["Okay", "The code worked in time, but the empty input came up only when I asked."],
      ["Good", "You were easy to follow, and you told me when you changed the plan."],
      ["Bad", "You took the first result for granted and tested it only after a hint."],
    ],
    writesEverything: false,
    summary:
      "You think in clear steps and you stay calm when something fails. Next time, test the result before you tell me that you are done.",
    nextSteps:
      "Write two tests before each exercise, one of them with empty input.\nCompare boosting and forests on a small table and write down which one wins.",
    questions: "How does boosting differ from a random forest?\nMerge two sorted lists",
  },
};

/** Three questions, many runs and a busy chat; only three marks. */
const long: MeasuredInterview = {
  name: "AI engineer, long, three questions",
  interviewee: { firstName: "Farah", lastName: "Shaikh" },
  goal: goalOf("AI engineer", ["ml_system_design", "coding"]),
  script: {
    ...quietScript,
    questions: [
      [45, "rag-wrong-answer"],
      [840, "evaluation-set-from-nothing"],
      [1_500, "chunk-with-overlap"],
    ],
    chat: [
      [200, "interviewee", "Is the index rebuilt when the handbook changes?"],
      [215, "interviewer", "Every night. Assume that it worked."],
      [860, "interviewer", "Two tax advisers, ten hours each, and last year's support mails."],
      [1_505, "interviewer", "chunk(sentences, limit, overlap), sentences are (text, tokens)"],
      [2_150, "interviewee", "I would stop here and test the sentence that is too long."],
      [2_300, "interviewer", "Look at graded checks and at regression tests for prompts."],
    ],
    runs: [
      [1_620, "NameError: name 'limt' is not defined\n", "failed", 19],
      [1_660, "[['a', 'b'], ['b', 'c']]\n", "finished", 22],
      [1_745, "IndexError: list index out of range\n", "failed", 21],
      [1_820, "[['a', 'b'], ['b', 'c'], ['c']]\n", "finished", 20],
      [1_930, "TimeoutError: the program ran longer than ten seconds\n", "failed", 10_000],
      [2_040, "[['a', 'b'], ['b', 'c'], ['d']]\n", "finished", 24],
      [2_110, "AssertionError: a sentence was lost\n", "failed", 23],
      [2_200, "ok\n", "finished", 22],
    ],
    marks: [
      [520, "good", "Tests retrieval with the right passage before touching the prompt"],
      [1_180, "come_back", "No questions that have no answer in the set"],
      [2_060, "good", "Sees that the loop makes no progress and says why"],
    ],
    notes: "",
  },
  scores: [],
  review: {
    track: "ai-engineer",
    areas: [
      ["Good", "You asked what a wrong answer costs before you looked for the cause."],
      ["Good", "You separated retrieval from generation and tested each of them on its own."],
      ["Okay", "The chunks were right at the end, but it took eight runs and one endless loop."],
      ["Good", "You said aloud why the loop did not end, and that helped both of us."],
      ["Okay", "The test set had real questions, but none that the handbook cannot answer."],
    ],
    writesEverything: false,
    summary:
      "You find faults step by step, and you do not guess at the prompt. Your evaluation needs questions without an answer and a gate for the launch.",
    nextSteps:
      "Add ten questions without an answer to a test set of your own.\nWrite the invariant of a loop before its first line.",
    questions: "",
  },
};

/** A talk with two questions of the bank and no mark at all. */
const unmarked: MeasuredInterview = {
  name: "Data scientist, no marks",
  interviewee: { firstName: "Ishaan", lastName: "Gupta" },
  goal: goalOf("Data scientist", ["statistics"]),
  script: {
    ...quietScript,
    questions: [
      [40, "bootstrap-explained"],
      [1_300, "stable-group-split"],
    ],
    runs: [
      [1_700, "0.2013\n", "finished", 20],
      [1_950, "0.1998\n", "finished", 21],
    ],
    notes:
      "Bootstrap: good picture of the sample as a population. Fails for the maximum: needed a hint. Split by digest at once.",
  },
  scores: [],
  review: {
    track: "data-scientist",
    areas: [
      ["Good", "You asked what decision the interval serves before you explained it."],
      ["Good", "Your picture of resampling was clear; its limits needed one hint."],
      ["Excellent", "You used a digest at once and named the cost of a changed salt."],
      ["Good", "You explained the bootstrap with one sentence and one drawing."],
      ["Okay", "You compared two splits, but did not say how large a difference matters."],
    ],
    notesOnAreas: {
      1: ["Bootstrap: good picture of the sample as a population.", "Fails for the maximum: needed a hint."],
      2: ["Split by digest at once."],
    },
    writesEverything: false,
    summary:
      "You explain statistics so that a product manager would understand you. Learn two cases in which the bootstrap fails, and say them unasked.",
    nextSteps:
      "Show with code that the bootstrap fails for the maximum.\nDecide the smallest difference that matters before each comparison.",
    questions: "",
  },
};

/** Behavioral questions; the interviewee gave no goal, so the interviewer chooses the role. */
const behavioral: MeasuredInterview = {
  name: "Behavioral, no goal, two marks",
  interviewee: { firstName: "Nisha", lastName: "Pillai" },
  goal: null,
  script: {
    ...quietScript,
    questions: [
      [50, "incident-at-night"],
      [1_250, "explain-to-nontechnical"],
    ],
    marks: [
      [340, "good", "Stops the harm before looking for the cause"],
      [1_560, "come_back", "Three technical terms before the decision"],
    ],
    notes: "",
  },
  scores: [],
  review: {
    track: "ml-engineer",
    areas: [
      ["Good", "You judged the size of the incident before you touched anything."],
      ["Okay", "You knew the model well, but could not say why it failed that night."],
      ["Okay", "We wrote no code, so this is about the fix that you described."],
      ["Okay", "The story was complete, but the decision came only in the last minute."],
      ["Good", "You added an alert afterwards and told me what it would have caught."],
    ],
    writesEverything: false,
    summary:
      "In an incident I would like to have you beside me. Begin your stories with the decision, and leave out every term that it does not need.",
    nextSteps:
      "Tell this story again in three minutes, the decision first.\nWrite the log of one incident as you would read it aloud.",
    questions: "",
  },
};

/** An interviewer who writes several sentences in every field, also where the form has filled in a mark. */
const talkative: MeasuredInterview = {
  name: "ML engineer, writes much",
  interviewee: { firstName: "Vikram", lastName: "Shetty" },
  goal: rankingGoal,
  script: latestScript,
  scores: [],
  review: {
    track: "ml-engineer",
    areas: [
      [
        "Good",
        "You said the plan in one breath: split by time, one offline metric, a small launch. The limit on slow answers came only when I asked for numbers, so put constraints into the plan.",
      ],
      [
        "Good",
        "You said why a random split leaks a person's later sessions, which many people miss. Where a split by time breaks stayed open, for example at a holiday or after a change of the product.",
      ],
      [
        "Good",
        "The code ran at minute seven, and you named the person who is new after the cut without being asked. You fixed the typo in a minute. The cost of the split did not come up.",
      ],
      [
        "Good",
        "You thought aloud, and I could follow every step. Ask me now and then whether I still agree, because an interviewer who is lost rarely says so.",
      ],
      [
        "Good",
        "Split, metric and launch came without a hint, and you know who switches it off at night. The threshold had no reason behind it yet, and that is the first thing that a reviewer will ask.",
      ],
    ],
    writesEverything: true,
    summary:
      "This was a clear step up from last time. The launch now has a metric, a threshold and a person who may stop it, and the split by time came without a hint. What is missing is where the threshold comes from. Derive it from the noise of the metric and from what a loss would cost, and bring the calculation with you.",
    nextSteps:
      "Derive a stopping threshold from the variance of the metric for a test of two weeks.\nList three guardrail metrics for a feed and say which of them would make you roll back.\nName two cases in which a split by time breaks, and what you would do about each.\nTell a friend the launch plan in two minutes and let them ask about every number.",
    questions: "",
  },
};

export const measuredInterviews = [ranking, manyMarks, unrecorded, long, unmarked, behavioral, talkative];
