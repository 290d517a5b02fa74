import type { Rubric } from "@greenroom/contract/review/rubric.ts";
import { type AreaName, areaNames } from "@greenroom/contract/review/tracks.ts";
import type { Goal, Track } from "@greenroom/contract/schedule/goals.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Deps } from "../kernel/deps.ts";
import { newId } from "../kernel/ids.ts";
import { saveMarks, showQuestion } from "../room/questions/asked-questions.ts";
import { createOwnQuestion } from "../room/questions/own-questions.ts";
import { type InterviewEvent, importInterview } from "../room/record/import-interview.ts";
import { markMoment } from "../room/record/room-record.ts";
import { saveNotes } from "../room/rooms.ts";
import { setConsent } from "../room/transcript/consent.ts";
import { addUtterance } from "../room/transcript/utterances.ts";
import type { InterviewScript } from "./demo-scripts.ts";

/** The goal of the demo's interviewee. */
export const rankingGoal: Goal = {
  role: "ML engineer",
  level: "mid",
  companyType: "product",
  practice: ["ml_system_design", "coding"],
  practiceOther: "ranking metrics",
  note: "I tend to jump into code. Please stop me when I have not said the plan.",
};

export const thresholdGoal: Goal = {
  role: "Data scientist",
  level: "entry",
  companyType: "services",
  practice: ["statistics", "ml_theory"],
  practiceOther: "calibration",
  note: "Last time I ran my code too late. Please stop me if I do it again.",
};

const wordsPerSecond = 2.4;

type Party = "interviewee" | "interviewer";

interface Interview {
  bookingId: string;
  startsAt: Date;
  interviewee: Actor;
  interviewer: Actor;
  script: InterviewScript;
}

/**
 * Imports a past interview in full detail: people entering and leaving, questions, growing code, runs, chat,
 * marks and notes.
 */
export async function importDemoInterview(
  at: (instant: Date) => Deps,
  { bookingId, startsAt, interviewee, interviewer, script }: Interview,
): Promise<void> {
  const second = (seconds: number) => new Date(startsAt.getTime() + seconds * 1000);
  const idOf = (party: Party) => (party === "interviewee" ? interviewee : interviewer).userId;
  const events: InterviewEvent[] = [
    ...script.chat.map(([seconds, party, body]) => ({
      kind: "chat" as const,
      at: second(seconds),
      personId: idOf(party),
      body,
    })),
    ...script.code.map(({ seconds, text }) => ({
      kind: "code" as const,
      at: second(seconds),
      personId: interviewee.userId,
      text,
    })),
    ...script.runs.map(([seconds, output, outcome, durationMs]) => ({
      kind: "run" as const,
      at: second(seconds),
      personId: interviewee.userId,
      run: { language: "python" as const, output, outcome, durationMs },
    })),
  ];
  events.sort((a, b) => a.at.getTime() - b.at.getTime());
  const visits = [
    { personId: interviewer.userId, from: second(-95), to: second(2_664) },
    { personId: interviewee.userId, from: second(-40), to: second(2_660) },
  ];
  await importInterview(at(startsAt), { bookingId, language: "python", visits, events });
  await importTranscript(at, { bookingId, second, interviewee, interviewer, script });
  for (const [index, [seconds, question]] of script.questions.entries()) {
    const then = at(second(seconds));
    const questionId =
      typeof question === "string" ? question : (await createOwnQuestion(then, interviewer, question)).id;
    const askedId = newId();
    await showQuestion(then, interviewer, { bookingId, id: askedId, questionId });
    const answer = script.answers?.[index];
    if (answer !== undefined)
      await saveMarks(at(second(seconds + 500)), interviewer, { ...answer, bookingId, askedId, note: "" });
  }
  for (const [seconds, label, note] of script.marks) {
    await markMoment(at(second(seconds)), interviewer, {
      bookingId,
      id: newId(),
      label,
      note,
      secondsAgo: 0,
    });
  }
  await saveNotes(at(second(2_200)), interviewer, bookingId, script.notes);
}

/** Lets both parties consent to the transcript before the first word, and adds each utterance when it ends. */
async function importTranscript(
  at: (instant: Date) => Deps,
  {
    bookingId,
    second,
    interviewee,
    interviewer,
    script,
  }: Omit<Interview, "startsAt"> & { second: (seconds: number) => Date },
): Promise<void> {
  for (const actor of [interviewer, interviewee])
    await setConsent(at(second(-20)), actor, { bookingId, agree: true });
  for (const [seconds, party, text] of script.spoken) {
    const endedAt = second(seconds + text.split(" ").length / wordsPerSecond);
    await addUtterance(at(endedAt), party === "interviewer" ? interviewer : interviewee, {
      id: newId(),
      bookingId,
      startedAt: second(seconds),
      endedAt,
      language: "en",
      text,
    });
  }
}

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
      "You chose the middle of the sorted list before asking what the list may contain, and said the next step only when I asked:\n\n[10:48] I want the half of the length, rounded down.",
    ],
    mlKnowledge: [3, "Knows why a median resists outliers; did not say when a mean is the better choice."],
    coding: [
      2,
      "The code ran without an error at 23:30. The empty list crashed it before that, and four values still give the upper one of the two in the middle.\n\n[20:05, run 2] IndexError: list index out of range\n[23:40, marked good] Repairs the error without help",
    ],
    communication: [
      3,
      "Explains well when asked. Between questions I could not follow what you were trying.",
    ],
    evaluation: [
      2,
      "[21:05, marked to come back to] Undecided about the empty list\n\nChose the median for delivery times when I offered both. One example was checked, and no even list.",
    ],
  },
  {
    questions: "Median of a list\nMean or median for delivery times, and why?",
    summary:
      "You stay calm when something breaks, and you repaired the code without panic. That is worth a lot.\n\nYour steps stayed in your head. Say the plan in two sentences, write one small example with its answer, and only then open the editor.",
    nextSteps:
      "Before each exercise, say the plan aloud in two sentences.\nWrite the empty and the smallest input as the first two tests.\nFinish the median for four values, then solve two list exercises in 15 minutes each, tests first.",
  },
);

export const rankingFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [
      5,
      "[1:14, marked good] Asks what the feed is for before any metric\n\nYou asked whether the feed should win clicks today or bring people back next week, and how fast it must load. The metric and the data followed from the answers, and only then the model.",
    ],
    mlKnowledge: [
      4,
      "Said why the offline number misleads and why randomized traffic corrects it. Where the retrieval step breaks, and its cost, stayed open.",
    ],
    coding: [
      4,
      "NDCG@k ran at minute 12. The first value was above 1, and you found the ideal order sorted the wrong way at once.\n[13:38, marked good] Checked the number against mine\n\nThen you tried somebody who clicked nothing, and found the division by zero yourself:\n[18:05, run 3] ZeroDivisionError: float division by zero\n\nYou did not mention the cost of sorting.",
    ],
    communication: [
      4,
      "Said the plan first and thought aloud. In the second half you did not check whether I followed.",
    ],
    evaluation: [
      3,
      'Sessions per person fits the goal. "Deploy it and keep an eye on the dashboard" is no launch plan.\n\n[27:05, marked to come back to] No number, no threshold, no way back',
    ],
  },
  {
    questions:
      "Rank a home feed\nNDCG at k\nWhat could make the offline number and the online number disagree?\nHow would you launch it?",
    summary:
      "The framing was the best part: you settled the goal before the method, and the metric followed from it. Trying the person who clicked nothing, unasked, is what I look for in a colleague.\n\nThe launch is where it slipped. Name the metric, the threshold at which you stop, and how you go back.",
    nextSteps:
      "Write a launch plan for this ranking on one page: metric, threshold, duration, rollback.\nEstimate the cost of the two-tower retrieval step out loud.\nChoose two guardrail metrics for this feed, each with the value at which you stop.",
  },
);

export const launchFeedback = rubric(
  "ml-engineer",
  {
    problemSolving: [
      4,
      "[1:40, marked good] Says the plan before the code\n\nIn one breath: split by time, one offline metric, a small launch. The limit on slow answers came when I asked for numbers.",
    ],
    mlKnowledge: [
      4,
      "[7:05, marked good] Splits by time without being asked\n\nYou said why a random split leaks a person's later sessions. Where a split by time breaks stayed open.",
    ],
    coding: [
      4,
      "Running code at minute 7, and you named the person who is new after the cut unasked. The cost did not come up. One typo, fixed in about a minute:\n[10:55, run 2] NameError: name 'rnge' is not defined",
    ],
    communication: [
      4,
      "You said the plan first, and I could follow each step that you explained. There were quiet minutes while you worked something out: say what you are weighing.",
    ],
    evaluation: [
      4,
      "Split, metric and launch came without a hint, and you said who switches it off and how. The threshold had no reason behind it yet.\n\n[26:05, marked to come back to] No reason for the stopping threshold",
    ],
  },
  {
    questions:
      "How would you evaluate last time's ranking before launch?\nReplace a model in production\nWhere does the stopping threshold come from?",
    summary:
      "The launch, which slipped last time, now has a metric, a stopping threshold and a way back, and the split by time came without a hint.\n\nWhat is missing is where the threshold comes from. Derive it from the metric's noise and from what a loss would cost.",
    nextSteps:
      "Derive a stopping threshold from the variance of the metric for a two-week test.\nList three guardrail metrics for a feed and say which one would make you roll back.\nName two cases in which a split by time breaks, and what you would do about each.",
  },
);

export const calibrationFeedback = rubric(
  "data-scientist",
  {
    problemSolving: [
      4,
      "Restated the question and asked for the base rate first. Constraints came up only when I asked.",
    ],
    mlKnowledge: [
      4,
      "Chose the model by its assumptions and put an interval on its error. Calibration, which would have checked both, was new to you; you worked it out with one hint.",
    ],
    coding: [
      3,
      "The code was right in time, but you wrote it without running it once. The bin without a row came up only when I asked.",
    ],
    communication: [4, "You say where you are and what comes next. Check now and then that I follow."],
    evaluation: [
      3,
      "A sound comparison for the fraud alerts, without a word on power. Precision and recall were mixed up at first; the example with 1% positives cleared it up.",
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
    problemSolving: [
      4,
      "Asked what the number decides and how an active user is defined, but wrote the first query before looking at the rows.",
    ],
    mlKnowledge: [3, "Read the averages correctly; the spread came up only when I asked."],
    coding: [
      4,
      "Window functions are solid: running totals and gaps without help, with nulls and dates handled. You did not check the result.",
    ],
    communication: [
      3,
      "You explained each step when I asked. Assumptions about missing values stayed in your head. Say them.",
    ],
    evaluation: [3, "A fair conclusion, but no next step. What should the team do on Monday?"],
  },
  {
    questions: "Weekly active users with a running total.\nWhich users came back after a gap of 30 days?",
    summary:
      "Your SQL is interview-ready. The next level is to speak about the data as you query it: what is missing, what is counted twice, what the number means for the decision.",
    nextSteps:
      "Before each query, say aloud what may be null or double.\nEnd each exercise with one recommendation in one sentence.\nWrite two queries that report the spread beside the mean, and check each against one week that you count by hand.",
  },
);
