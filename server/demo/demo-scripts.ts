import type { Rubric } from "@greenroom/contract/review/rubric.ts";
import { type AreaName, areaNames } from "@greenroom/contract/review/tracks.ts";
import type { OwnQuestionInput } from "@greenroom/contract/room/room-questions.ts";
import type { MarkLabel } from "@greenroom/contract/room/room-record.ts";
import type { Goal, Track } from "@greenroom/contract/schedule/goals.ts";

/* What happened in the demo's interviews, and the mentors' feedback. All times are in seconds from the start. */

type Party = "interviewee" | "interviewer";

type Line = readonly [atSecond: number, speaker: Party, text: string];

export interface InterviewScript {
  /** Spoken words, as they appear in the transcript. */
  spoken: readonly Line[];
  chat: readonly Line[];
  /** Questions that the interviewer shows: an id of the bank, or one of their own. */
  questions: readonly (readonly [number, string | OwnQuestionInput])[];
  runs: readonly (readonly [number, string, "finished" | "failed", number])[];
  marks: readonly (readonly [number, MarkLabel, string])[];
  /** The versions of the pad's text. */
  code: readonly (readonly [number, string])[];
  /** The interviewer's notes. */
  notes: string;
}

function ownQuestion(title: string, prompt: string, notes: string): OwnQuestionInput {
  return { title, prompt, notes, language: "python", starterCode: "", minutes: 20 };
}

const median = `def median(values):
    values = sorted(values)
    half = len(values) // 2
    return values[half]


print(median([3, 1, 2]))
print(median([]))
`;

/** The first interview: code that runs late, and often with an error. */
export const firstScript: InterviewScript = {
  spoken: [
    [35, "interviewer", "Hello Meera. Please write the median of a list, then name its edge cases."],
    [48, "interviewee", "Okay. I sort the list and take the one in the middle."],
    [210, "interviewer", "How is it going?"],
    [214, "interviewee", "I am thinking about the index."],
    [640, "interviewer", "Would you tell me what you are trying at the moment?"],
    [648, "interviewee", "I want the half of the length, rounded down."],
    [1_150, "interviewee", "There is a typo in the name."],
    [1_232, "interviewer", "Your second print is interesting. What happens there?"],
    [1_256, "interviewee", "The empty list fails. I have not decided what it should answer."],
    [1_425, "interviewer", "Good repair. And for four values?"],
    [1_436, "interviewee", "Then it should be the mean of the two in the middle. Mine takes the upper one."],
    [1_600, "interviewer", "For delivery times, would you report the mean or the median?"],
    [1_612, "interviewee", "The median, because a few late orders would pull the mean up."],
  ],
  chat: [[1_815, "interviewer", "Say your plan first, and write one small example before the code."]],
  questions: [
    [
      38,
      ownQuestion("Median of a list", "Write the median of a list of numbers.", "No values, four values."),
    ],
  ],
  runs: [
    [1_140, "NameError: name 'vales' is not defined\n", "failed", 19],
    [1_205, "2\nIndexError: list index out of range\n", "failed", 21],
    [1_410, "2\nNone\n", "finished", 20],
  ],
  marks: [
    [1_265, "come_back", "Undecided about the empty list"],
    [1_420, "good", "Repairs the error without help"],
  ],
  code: [
    [1_100, median.replace("sorted(values)", "sorted(vales)")],
    [1_190, median],
    [1_390, median.replace("    return values[half]", "    return values[half] if values else None")],
  ],
  notes: "Long silences before the first run. Ask for the plan before the keyboard next time.",
};

const reversed = `import math


def dcg(rels, k):
    return sum(r / math.log2(i + 2)
               for i, r in enumerate(rels[:k]))


def ndcg_at_k(rels, k):
    best = dcg(sorted(rels), k)
    return dcg(rels, k) / best


print(round(ndcg_at_k([0, 1, 0, 1], k=3), 4))
`;
const ndcg = reversed.replace("sorted(rels)", "sorted(rels, reverse=True)");
const nobody = ndcg.replace("[0, 1, 0, 1]", "[0, 0, 0, 0]");

/** The goal of the demo's interviewee. */
export const rankingGoal: Goal = {
  role: "ML engineer",
  level: "mid",
  companyType: "product",
  language: null,
  practice: ["ml_system_design", "coding"],
  practiceOther: "ranking metrics",
  note: "I tend to jump into code. Please stop me when I have not said the plan.",
};

/** Ranking a feed and its metric: the longest of the three, with every kind of item. */
export const rankingScript: InterviewScript = {
  spoken: [
    [22, "interviewer", "Hi Meera. Today we rank a feed, and then you write the metric for it."],
    [52, "interviewee", "Before I pick a metric: is the goal more clicks today, or people who come back?"],
    [68, "interviewer", "People who come back, and it must load within two hundred milliseconds."],
    [75, "interviewee", "Then I would look at sessions per person over fourteen days."],
    [101, "interviewer", "What could make the offline number and the online number disagree?"],
    [110, "interviewee", "The offline data only has items that the old ranking showed."],
    [148, "interviewer", "How would you correct for that?"],
    [155, "interviewee", "With a small share of randomized traffic, and weights from it."],
    [290, "interviewer", "What does the retrieval step cost at a million items?"],
    [299, "interviewee", "I do not know the exact number, I would have to measure it."],
    [598, "interviewer", "Fine. Please implement NDCG at k, with the usual log two discount."],
    [612, "interviewee", "I write a function for DCG first, then divide by the DCG of the ideal order."],
    [738, "interviewee", "More than one, that cannot be. I sorted the ideal order the wrong way round."],
    [1_062, "interviewee", "Before I call it done, let me try someone who clicked nothing."],
    [1_092, "interviewee", "It divides by zero, because the ideal order has no gain either."],
    [1_128, "interviewee", "I would return zero for them, and report how many there are."],
    [1_240, "interviewer", "Good. How do you launch it?"],
    [1_262, "interviewee", "An A/B test for two weeks with ten percent of people."],
    [1_610, "interviewer", "The test is over, and the number is up a little. What now?"],
    [1_618, "interviewee", "Then we deploy it and keep an eye on the dashboard."],
    [1_652, "interviewee", "I have not thought about a threshold."],
  ],
  chat: [
    [606, "interviewer", "NDCG@k: relevances in ranked order, discount 1 / log2(position + 1)"],
    [1_930, "interviewer", "On launch criteria, look for guardrail metrics in A/B tests."],
  ],
  questions: [
    [30, "feed-ranking"],
    [
      600,
      ownQuestion("NDCG at k", "Implement NDCG at k for relevances in ranked order.", "No clicks at all?"),
    ],
  ],
  runs: [
    [725, "1.2619\n", "finished", 24],
    [808, "0.6934\n", "finished", 22],
    [1_085, "ZeroDivisionError: float division by zero\n", "failed", 31],
    [1_160, "0.0\n", "finished", 23],
  ],
  marks: [
    [74, "good", "Asks what the feed is for before any metric"],
    [818, "good", "Checked the number against mine"],
    [1_072, "good", "Tries to break the function unasked"],
    [1_625, "come_back", "No number, no threshold, no way back"],
  ],
  code: [
    [650, reversed.slice(0, reversed.indexOf("def ndcg"))],
    [722, reversed],
    [757, ndcg],
    [1_084, nobody],
    [1_156, nobody.replace("/ best", "/ best if best else 0.0")],
  ],
  notes: "Framing first, then code: the plan worked today. Ask about launch criteria next time.",
};

const split = `rows = [(day, day % 3) for day in range(10)]
cut = 8
train = [row for row in rows if row[0] < cut]
test = [row for row in rows if row[0] >= cut]
print(len(train), len(test))
`;

/** The latest interview: a plan first, and code that runs early. */
export const latestScript: InterviewScript = {
  spoken: [
    [24, "interviewer", "Hi Meera. How would you evaluate the ranking from last time before launch?"],
    [88, "interviewee", "My plan is to split by time, then one offline metric, then a small launch."],
    [112, "interviewer", "Why by time and not at random?"],
    [120, "interviewee", "With a random split the model sees a person's later sessions in training."],
    [428, "interviewee", "Eight days for training, two for the test. That is the split."],
    [450, "interviewer", "Which offline metric?"],
    [456, "interviewee", "NDCG at ten, because people rarely scroll further than ten items."],
    [662, "interviewee", "A typo in range. One moment."],
    [735, "interviewer", "Now the launch. Give me the numbers."],
    [744, "interviewee", "Five percent of people for two weeks. I stop when sessions fall by one percent."],
    [1_090, "interviewer", "Suppose it drops by one percent on the second day."],
    [1_099, "interviewee", "Then I switch it off first, and look for a broken client."],
    [1_420, "interviewer", "And who switches it off at night?"],
    [1_427, "interviewee", "The person on call, with one flag, and nobody has to ask me."],
    [1_548, "interviewer", "Where did the stopping threshold come from? Bring that next time."],
    [1_555, "interviewee", "I took one percent because it sounds small."],
  ],
  chat: [[1_580, "interviewer", "For next time: variance of sessions per person, two weeks, five percent."]],
  questions: [[738, "model-rollout-plan"]],
  runs: [
    [420, "8 2\n", "finished", 18],
    [655, "NameError: name 'rnge' is not defined\n", "failed", 22],
    [720, "8 2\n", "finished", 18],
  ],
  marks: [
    [100, "good", "Says the plan before the code"],
    [425, "good", "Splits by time without being asked"],
    [1_565, "come_back", "No reason for the stopping threshold"],
  ],
  code: [
    [400, split],
    [640, split.replace("range", "rnge")],
    [705, split],
  ],
  notes: "The plan came first this time. Next: where thresholds come from.",
};

type Rating = readonly [score: number, notes: string];

function rubric(
  track: Track,
  ratings: Record<AreaName, Rating>,
  texts: Pick<Rubric, "questions" | "summary" | "nextSteps">,
): Rubric {
  const areas = areaNames.map((area) => ({ area, score: ratings[area][0], notes: ratings[area][1] }));
  return { track, areas, ...texts };
}

export const firstFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [2, "You chose the middle of the list before asking what the list may contain."],
    mlKnowledge: [3, "Knows why a median resists outliers."],
    coding: [2, "[20:05, run 2] IndexError: list index out of range\n\nFour values give the upper one."],
    communication: [3, "Explains well when asked. Between questions I could not follow you."],
    evaluation: [2, "[21:05, marked to come back to] Undecided about the empty list"],
  },
  {
    questions: "Median of a list\nMean or median for delivery times, and why?",
    summary: "You stay calm when something breaks. Say the plan aloud before you open the editor.",
    nextSteps:
      "Before each exercise, say the plan aloud in two sentences.\nWrite the empty and the smallest input as the first two tests.",
  },
);

export const rankingFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [5, "[1:14, marked good] Asks what the feed is for before any metric"],
    mlKnowledge: [4, "Said why the offline number misleads. The cost of retrieval stayed open."],
    coding: [4, "[18:05, run 3] ZeroDivisionError: float division by zero\n\nYou found it yourself."],
    communication: [4, "Said the plan first and thought aloud."],
    evaluation: [3, "[27:05, marked to come back to] No number, no threshold, no way back"],
  },
  {
    questions: "Rank a home feed\nNDCG at k\nHow would you launch it?",
    summary: "The framing was the best part: the goal before the method. The launch is where it slipped.",
    nextSteps:
      "Write a launch plan on one page: metric, threshold, duration, rollback.\nChoose two guardrail metrics for this feed, each with the value at which you stop.",
  },
);

export const latestFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [4, "[1:40, marked good] Says the plan before the code"],
    mlKnowledge: [4, "[7:05, marked good] Splits by time without being asked"],
    coding: [4, "[10:55, run 2] NameError: name 'rnge' is not defined\n\nFixed in about a minute."],
    communication: [4, "I could follow each step. In quiet minutes, say what you are weighing."],
    evaluation: [4, "[26:05, marked to come back to] No reason for the stopping threshold"],
  },
  {
    questions: "How would you evaluate last time's ranking before launch?\nReplace a model in production",
    summary: "The launch, which slipped last time, now has a metric, a threshold and a way back.",
    nextSteps:
      "Derive a stopping threshold from the variance of the metric.\nName two cases in which a split by time breaks.",
  },
);

export const calibrationFeedback = rubric(
  "data-scientist",
  {
    problemSolving: [4, "Restated the question and asked for the base rate first."],
    mlKnowledge: [4, "Calibration was new to you; you worked it out with one hint."],
    coding: [3, "The code was right in time, but you wrote it without running it once."],
    communication: [4, "You say where you are and what comes next."],
    evaluation: [3, "A sound comparison for the fraud alerts, without a word on power."],
  },
  {
    questions: "Precision or recall for fraud alerts?\nMeasure how calibrated a classifier is",
    summary: "Solid foundations, and you correct yourself when a number surprises you.",
    nextSteps: "Draw a calibration plot by hand.\nRun each piece of code before you write the next one.",
  },
);
