import type { OwnQuestionInput, QuestionMarks } from "@greenroom/contract/room/room-questions.ts";
import type { MarkLabel } from "@greenroom/contract/room/room-record.ts";

/* The code of the demo's interview over time. */

const first = `import math


def dcg(rels, k):
    return sum(r / math.log2(i + 2)
               for i, r in enumerate(rels[:k]))


def ndcg_at_k(rels, k):
    best = dcg(sorted(rels), k)
    return dcg(rels, k) / best


print(round(ndcg_at_k([0, 1, 0, 1], k=3), 4))
`;

const bestFirst = first.replace("sorted(rels)", "sorted(rels, reverse=True)");
const withScores = bestFirst
  .replace(
    "def ndcg_at_k(rels, k):\n",
    "def ndcg_at_k(scores, rels, k):\n    pairs = sorted(zip(scores, rels), reverse=True)\n    gains = [rel for _, rel in pairs]\n",
  )
  .replace("dcg(rels, k) / best", "dcg(gains, k) / best")
  .replace("ndcg_at_k([0, 1, 0, 1], k=3)", "ndcg_at_k([.9, .7, .2], [0, 1, 1], k=3)");
const nobody = withScores.replace(
  "ndcg_at_k([.9, .7, .2], [0, 1, 1], k=3)",
  "ndcg_at_k([.9, .7, .2], [0, 0, 0], k=3)",
);
const mended = nobody.replace("return dcg(gains, k) / best", "return dcg(gains, k) / best if best else 0.0");

export interface CodeStep {
  /** Seconds from the start of the interview. */
  seconds: number;
  text: string;
}

/** Types from one text to another within a period, a piece about every ten seconds. */
export function typed(from: string, to: string, { at, until }: { at: number; until: number }): CodeStep[] {
  let same = 0;
  while (same < Math.min(from.length, to.length) && from[same] === to[same]) same += 1;
  const rest = to.length - same;
  const count = Math.max(1, Math.floor((until - at) / 11));
  return Array.from({ length: count }, (_, index) => ({
    seconds: Math.round(at + ((until - at) * (index + 1)) / count),
    text: index === count - 1 ? to : to.slice(0, same + Math.round((rest * (index + 1)) / count)),
  }));
}

/** Every version of the pad's text, in order. */
export function codeSteps(): CodeStep[] {
  return [
    ...typed("", first, { at: 630, until: 722 }),
    ...typed(first, bestFirst, { at: 745, until: 757 }),
    ...typed(bestFirst, withScores, { at: 770, until: 804 }),
    ...typed(withScores, nobody, { at: 1_074, until: 1_084 }),
    ...typed(nobody, mended, { at: 1_136, until: 1_156 }),
  ];
}

/* The scripts of the demo's interviews. All times are in seconds from the start. */

type Party = "interviewee" | "interviewer";

type Line = readonly [atSecond: number, speaker: Party, text: string];

export interface InterviewScript {
  /** Spoken words, as they appear in the transcript. */
  spoken: readonly Line[];
  chat: readonly Line[];
  /** Questions that the interviewer shows: an id of the bank, or one of their own. */
  questions: readonly (readonly [number, string | OwnQuestionInput])[];
  /** What the interviewer noted about the answers, in the order of the questions: scores of the criteria, outcome. */
  answers?: readonly (Pick<QuestionMarks, "outcome"> & { scores: number[] })[];
  runs: readonly (readonly [number, string, "finished" | "failed", number])[];
  marks: readonly (readonly [number, MarkLabel, string])[];
  code: readonly CodeStep[];
  /** The interviewer's notes. */
  notes: string;
}

/** Ranking a feed and its metric: the longest of the three, with every kind of item. */
export const rankingScript: InterviewScript = {
  spoken: [
    [
      22,
      "interviewer",
      "Hi Meera, good to see you. Today we rank a feed, and then you write the metric for it. Take a minute and tell me how you would start.",
    ],
    [
      52,
      "interviewee",
      "Hi Kavya. Before I pick a metric I want to know what the feed is for. Is the goal more clicks today, or people who come back next week? And how fast must it load?",
    ],
    [68, "interviewer", "Good questions. People who come back, and within two hundred milliseconds."],
    [
      75,
      "interviewee",
      "Then clicks are only a proxy. I would look at sessions per person over fourteen days as the metric that decides, and use a ranking metric offline to choose candidates for a test.",
    ],
    [101, "interviewer", "What could make the offline number and the online number disagree?"],
    [
      110,
      "interviewee",
      "The offline data only has items that the old ranking showed, so an item that nobody saw looks bad. Position matters too: people click what is on top.",
    ],
    [148, "interviewer", "How would you correct for position?"],
    [
      155,
      "interviewee",
      "Either inverse propensity weights from a small share of randomized traffic, or position as a feature in training that is set to one value when we rank.",
    ],
    [
      196,
      "interviewee",
      "I would start with the randomized share, because it also gives me data on items that the old ranking never showed.",
    ],
    [240, "interviewer", "And the model itself?"],
    [
      246,
      "interviewee",
      "Two stages. A two-tower model retrieves a few hundred candidates, and a gradient boosted ranker with recent features orders them.",
    ],
    [290, "interviewer", "What does the retrieval step cost at a million items?"],
    [
      299,
      "interviewee",
      "With an approximate index it is a few milliseconds. I do not know the exact number, I would have to measure it.",
    ],
    [
      598,
      "interviewer",
      "Fine. Please implement NDCG at k: relevances in ranked order, with the usual log two discount.",
    ],
    [
      612,
      "interviewee",
      "So I write a function for DCG first, then divide by the DCG of the ideal order. My first test is a list with two relevant items.",
    ],
    [
      738,
      "interviewee",
      "More than one, that cannot be. I sorted the ideal order the wrong way round, the best has to come first.",
    ],
    [815, "interviewer", "Zero point six nine matches mine."],
    [1_062, "interviewee", "Before I call it done, let me try someone who clicked nothing."],
    [1_092, "interviewee", "It divides by zero, because the ideal order has no gain either."],
    [1_101, "interviewer", "So what should the number be for that person?"],
    [
      1_128,
      "interviewee",
      "I would return zero for them, and report how many there are, because leaving them out makes the average look better than it is.",
    ],
    [1_240, "interviewer", "Good. You have the model and the metric. How do you launch it?"],
    [
      1_262,
      "interviewee",
      "I would run an A/B test for two weeks with ten percent of people, and compare sessions per person.",
    ],
    [1_610, "interviewer", "The test is over, and the number is up a little. What now?"],
    [1_618, "interviewee", "Then we deploy it and keep an eye on the dashboard."],
    [1_640, "interviewer", "Which number on the dashboard would make you turn it off again?"],
    [1_652, "interviewee", "I have not thought about a threshold. Latency, maybe, or reports from people."],
    [
      1_860,
      "interviewer",
      "Feedback. The framing was excellent: you settled the goal before the method. For the launch, name a number, a threshold and a way back.",
    ],
    [
      1_905,
      "interviewee",
      "That is clear, thank you. I will write the launch plan on one page and bring it next time.",
    ],
  ],
  chat: [
    [606, "interviewer", "NDCG@k: relevances in ranked order, discount 1 / log2(position + 1)"],
    [1_930, "interviewer", "On launch criteria, look for guardrail metrics in A/B tests."],
  ],
  questions: [
    [30, "feed-ranking"],
    [
      600,
      {
        title: "NDCG at k",
        prompt:
          "Implement NDCG at k for relevances in ranked order, with the discount 1 / log2(position + 1).",
        language: "python",
        starterCode: "",
        minutes: 20,
        notes: "Somebody who clicked nothing: what is the number, and who is told?",
      },
    ],
  ],
  runs: [
    [725, "1.2619\n", "finished", 24],
    [808, "0.6934\n", "finished", 22],
    [
      1_085,
      'Traceback (most recent call last):\n  File "pad.py", line 16, in <module>\n  File "pad.py", line 13, in ndcg_at_k\nZeroDivisionError: float division by zero\n',
      "failed",
      31,
    ],
    [1_160, "0.0\n", "finished", 23],
  ],
  marks: [
    [74, "good", "Asks what the feed is for before any metric"],
    [818, "good", "Checked the number against mine"],
    [1_072, "good", "Tries to break the function unasked"],
    [1_625, "come_back", "No number, no threshold, no way back"],
  ],
  code: codeSteps(),
  notes: "Framing first, then code: the plan worked today. Ask about launch criteria next time.",
};

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
    [
      35,
      "interviewer",
      "Hello Meera. Please write the median of a list, then talk me through its edge cases.",
    ],
    [48, "interviewee", "Okay. I sort the list and take the one in the middle."],
    [210, "interviewer", "How is it going?"],
    [214, "interviewee", "I am thinking about the index."],
    [640, "interviewer", "Would you tell me what you are trying at the moment?"],
    [648, "interviewee", "I want the half of the length, rounded down, so that it works for three values."],
    [1_150, "interviewee", "There is a typo in the name."],
    [1_232, "interviewer", "Your second print is interesting. What happens there?"],
    [1_256, "interviewee", "The empty list fails. I print it, but I have not decided what it should answer."],
    [1_275, "interviewer", "What would you like it to answer?"],
    [1_283, "interviewee", "Nothing, so None."],
    [1_425, "interviewer", "Good repair. And for four values?"],
    [1_436, "interviewee", "Then it should be the mean of the two in the middle. Mine takes the upper one."],
    [1_600, "interviewer", "For delivery times, would you report the mean or the median?"],
    [1_612, "interviewee", "The median, because a few late orders would pull the mean up."],
    [1_800, "interviewer", "My advice: say your plan first, and write one small example before the code."],
  ],
  chat: [[1_815, "interviewer", "Say your plan first, and write one small example before the code."]],
  questions: [
    [
      38,
      {
        title: "Median of a list",
        prompt: "Write the median of a list of numbers, and say which lists need care.",
        language: "python",
        starterCode: "",
        minutes: 25,
        notes: "No values, four values, and whether the mean would do.",
      },
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
    { seconds: 1_100, text: median.replace("sorted(values)", "sorted(vales)") },
    { seconds: 1_190, text: median },
    {
      seconds: 1_390,
      text: median.replace("    return values[half]", "    return values[half] if values else None"),
    },
  ],
  notes: "Long silences before the first run. Ask for the plan before the keyboard next time.",
};

const split = `rows = [(day, day % 3) for day in range(10)]
cut = 8
train = [row for row in rows if row[0] < cut]
test = [row for row in rows if row[0] >= cut]
print(len(train), len(test))
`;

/** The latest interview: a plan first, and code that runs the first time. */
export const latestScript: InterviewScript = {
  spoken: [
    [24, "interviewer", "Hi Meera. Today: how would you evaluate the ranking from last time before launch?"],
    [
      88,
      "interviewee",
      "My plan is to split by time, then one offline metric, then a small launch with a stopping threshold.",
    ],
    [112, "interviewer", "Why by time and not at random?"],
    [
      120,
      "interviewee",
      "With a random split the model sees a person's later sessions in training, and that leaks the answer.",
    ],
    [160, "interviewee", "I will show the split on ten days first, so that we can check it by eye."],
    [
      428,
      "interviewee",
      "Eight days for training, two for the test. That is the split. A person who is new on day nine is only in the test.",
    ],
    [450, "interviewer", "Which offline metric?"],
    [
      456,
      "interviewee",
      "NDCG at ten, because people rarely scroll further than ten items, and the function from last time is there.",
    ],
    [662, "interviewee", "A typo in range. One moment."],
    [735, "interviewer", "Now the launch. Give me the numbers."],
    [
      744,
      "interviewee",
      "Five percent of people for two weeks. I stop when sessions per person fall by one percent, or when the slowest answers take longer than three hundred milliseconds.",
    ],
    [768, "interviewer", "Which of the two would you look at first?"],
    [775, "interviewee", "Sessions per person, because answers can get slower without anybody leaving."],
    [905, "interviewer", "How long until you would notice one percent?"],
    [
      914,
      "interviewee",
      "I would need the variance per person for that. With a million people in the test, about a week.",
    ],
    [1_090, "interviewer", "Suppose it drops by one percent on the second day."],
    [
      1_099,
      "interviewee",
      "Then I switch it off first, and look for a broken client before I blame the model.",
    ],
    [
      1_270,
      "interviewee",
      "I write that down as a table: the number, the threshold, and who switches it off.",
    ],
    [1_420, "interviewer", "And who switches it off at night?"],
    [1_427, "interviewee", "The person on call, with one flag, and nobody has to ask me."],
    [1_548, "interviewer", "Where did the stopping threshold come from? Bring that next time."],
    [
      1_555,
      "interviewee",
      "I took one percent because it sounds small. I will work out the noise of the metric.",
    ],
    [
      1_810,
      "interviewer",
      "The launch is much better than last time. The plan and the split came without a hint.",
    ],
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
    ...typed("", split, { at: 178, until: 400 }),
    { seconds: 640, text: split.replace("range", "rnge") },
    { seconds: 705, text: split },
  ],
  notes: "The plan came first this time. Next: where thresholds come from.",
};

/* The interview whose feedback is still to be written. All times are in seconds from the start. */

const withoutChoice = `def cost(p, inspect):
    if inspect:
        return 50 + 0.2 * 2000 * p
    return 2000 * p


for p in [0.02, 0.03, 0.04]:
    print(p, cost(p))
`;
const bothCosts = withoutChoice.replace("cost(p))", "cost(p, True), cost(p, False))");
const start = withoutChoice.slice(0, withoutChoice.indexOf("\n\n\n"));

/** A threshold from costs, then a result that is almost significant. */
export const thresholdScript: InterviewScript = {
  spoken: [
    [
      20,
      "interviewer",
      "Hi Rohan, welcome back. Today we choose a threshold for inspecting machines. The question is on your screen.",
    ],
    [
      52,
      "interviewee",
      "Thanks. First, how many machines fail in a week, and does the fifty include the time that the machine stands still?",
    ],
    [74, "interviewer", "About three in a hundred fail, and yes, the fifty includes it."],
    [
      104,
      "interviewee",
      "Then one half makes no sense, a failure costs forty times as much. I compare the cost with an inspection and the cost without one, and look where they are equal.",
    ],
    [
      150,
      "interviewee",
      "With an inspection it is fifty plus twenty percent of two thousand p. Without one it is two thousand p. I put both into code and run it at once.",
    ],
    [318, "interviewee", "I forgot to say which of the two I want. One moment."],
    [
      366,
      "interviewee",
      "Between three and four percent the inspection becomes cheaper. Fifty divided by sixteen hundred is three point one percent.",
    ],
    [392, "interviewer", "Right. What would make you move away from that number?"],
    [402, "interviewee", "If an inspection gets more expensive, or if it helps less often."],
    [430, "interviewer", "The model says ten percent, and in truth it is three. What happens?"],
    [
      452,
      "interviewee",
      "Oh. Then we inspect many machines for nothing. So the threshold only works if the probabilities are calibrated, and I would check that on held-out weeks first, as we did last time.",
    ],
    [505, "interviewer", "And with thirty inspections a week?"],
    [
      514,
      "interviewee",
      "Then I order the machines by what an inspection saves, and take the first thirty that still save something. Does that make sense so far?",
    ],
    [548, "interviewer", "It does. Now the second question: a test with a p of 0.054."],
    [
      590,
      "interviewee",
      "I would not say that it does not work. If there were no difference, a result like this would come up in about five of a hundred tests. The interval goes from about nothing to plus point eight.",
    ],
    [640, "interviewer", "The manager wants to add a week and test again. What do you say?"],
    [
      655,
      "interviewee",
      "I would rather not, because two looks at five percent give more false alarms. I would ship it, as it costs nothing to run.",
    ],
    [700, "interviewer", "How large would the test have to be to show a lift of ten percent?"],
    [716, "interviewee", "Larger, but I do not know how to work it out without a calculator."],
    [
      760,
      "interviewer",
      "Then let us take the formula together: the variance, the effect that you want to see, and the power.",
    ],
    [1_180, "interviewee", "So for half the effect I need four times the people. I had not seen that."],
    [
      1_800,
      "interviewer",
      "You were calmer, and you ran the code early. Practice to size a test before you read its result.",
    ],
  ],
  chat: [[772, "interviewer", "Per group: about 16 times the variance, divided by the effect squared."]],
  questions: [
    [30, "threshold-choice"],
    [552, "almost-significant"],
  ],
  answers: [
    { scores: [5, 3], outcome: "well" },
    { scores: [4, 3], outcome: "partly" },
  ],
  runs: [
    [
      310,
      "Traceback (most recent call last):\n  File \"pad.py\", line 8, in <module>\nTypeError: cost() missing 1 required positional argument: 'inspect'\n",
      "failed",
      20,
    ],
    [352, "0.02 58.0 40.0\n0.03 62.0 60.0\n0.04 66.0 80.0\n", "finished", 19],
  ],
  marks: [
    [70, "good", "Asks about the base rate and the costs before any method"],
    [378, "good", "Runs the code early and repairs the call alone"],
    [462, "come_back", "Sees the bias of the probabilities only after my question"],
    [728, "come_back", "No idea how large an experiment has to be"],
  ],
  code: [
    { seconds: 210, text: start },
    { seconds: 300, text: withoutChoice },
    { seconds: 345, text: bothCosts },
  ],
  notes:
    "- Base rate first, as last time.\n- Asks whether I follow, which is new.\n- Reads the p-value correctly and gives the interval.\n- Never sizes a test before reading it.\n- Next time: power, then a dashboard question.",
};
