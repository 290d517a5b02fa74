import type { OwnQuestionInput } from "@greenroom/contract/room/own-questions.ts";
import type { QuestionMarks } from "@greenroom/contract/room/room-questions.ts";
import type { MarkLabel } from "@greenroom/contract/room/room-record.ts";
import { type CodeStep, codeSteps, typed } from "./demo-code.ts";

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
