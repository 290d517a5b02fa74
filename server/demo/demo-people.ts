import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Rubric } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Actor } from "../kernel/actor.ts";
import {
  calibrationFeedback,
  launchFeedback,
  medianFeedback,
  rankingFeedback,
  windowFeedback,
} from "./demo-feedback.ts";
import { rankingGoal, thresholdGoal } from "./demo-interview.ts";
import { firstScript, type InterviewScript, latestScript, rankingScript } from "./demo-scripts.ts";
import { thresholdScript } from "./demo-threshold-script.ts";

/** An invented person. Every address ends in `.example`, a domain that nobody can register (RFC 2606). */
export interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  kind: "interviewer" | "interviewee" | "operator";
}

export const interviewers: DemoPerson[] = [
  { email: "interviewer@greenroom.example", firstName: "Kavya", lastName: "Menon", kind: "interviewer" },
  { email: "arjun.rao@greenroom.example", firstName: "Arjun", lastName: "Rao", kind: "interviewer" },
  { email: "dev.patel@greenroom.example", firstName: "Dev", lastName: "Patel", kind: "interviewer" },
  { email: "sana.khan@greenroom.example", firstName: "Sana", lastName: "Khan", kind: "interviewer" },
];

export const interviewees: (DemoPerson & { bought: PlanType })[] = [
  {
    email: "interviewee@greenroom.example",
    firstName: "Meera",
    lastName: "Iyer",
    kind: "interviewee",
    bought: "Premium",
  },
  {
    email: "rohan.das@greenroom.example",
    firstName: "Rohan",
    lastName: "Das",
    kind: "interviewee",
    bought: "Pro",
  },
  {
    email: "ananya.bose@greenroom.example",
    firstName: "Ananya",
    lastName: "Bose",
    kind: "interviewee",
    bought: "Basic",
  },
];

export const operator: DemoPerson = {
  email: "operator@greenroom.example",
  firstName: "Asha",
  lastName: "Nair",
  kind: "operator",
};

export const demoPeople = [...interviewers, ...interviewees, operator];

interface PastInterview {
  interviewee: string;
  interviewer: string;
  daysAgo: number;
  /** Hour of the day in the business's zone. */
  hour: number;
  rating: { interviewScore: number; overallSummary: string } | null;
  /** The mentor's form; null while it is missing. */
  feedback: Rubric | null;
  /** The interviewee's goal for the interview. */
  goal?: Goal;
  /** The events in the room. An interview with a script also has a report. */
  script?: InterviewScript;
  /** How many exercises of the report's plan the interviewee has done. */
  exercisesDone?: number;
}

const [kavya, arjun] = interviewers.map((person) => person.email) as [string, string];
const [meera, rohan, ananya] = interviewees.map((person) => person.email) as [string, string, string];

/** The past interviews, newest last. The missing feedback is not late, because its deadline is tomorrow. */
export const pastInterviews: PastInterview[] = [
  {
    interviewee: rohan,
    interviewer: kavya,
    daysAgo: 16,
    hour: 19,
    rating: {
      interviewScore: 5,
      overallSummary:
        "She let me struggle just long enough, then showed me where my intuition about precision and recall broke.",
    },
    feedback: calibrationFeedback,
  },
  {
    interviewee: meera,
    interviewer: arjun,
    daysAgo: 15,
    hour: 11,
    script: firstScript,
    exercisesDone: 2,
    rating: { interviewScore: 4, overallSummary: "Kind, and very clear about what to practice first." },
    feedback: medianFeedback,
  },
  {
    interviewee: meera,
    interviewer: kavya,
    daysAgo: 11,
    hour: 18,
    goal: rankingGoal,
    script: rankingScript,
    exercisesDone: 1,
    rating: {
      interviewScore: 5,
      overallSummary:
        "A real interview, minus the fear. The ten minutes of feedback at the end were worth the whole price.",
    },
    feedback: rankingFeedback,
  },
  {
    interviewee: ananya,
    interviewer: kavya,
    daysAgo: 8,
    hour: 20,
    rating: {
      interviewScore: 4,
      overallSummary: "Tough and fair. I would have liked a minute more on the SQL question.",
    },
    feedback: windowFeedback,
  },
  {
    interviewee: meera,
    interviewer: arjun,
    daysAgo: 1,
    hour: 10,
    goal: rankingGoal,
    script: latestScript,
    rating: null,
    feedback: launchFeedback,
  },
  {
    interviewee: rohan,
    interviewer: kavya,
    daysAgo: 1,
    hour: 18,
    goal: thresholdGoal,
    script: thresholdScript,
    rating: {
      interviewScore: 5,
      overallSummary: "Second session, twice as calm. The follow-up on calibration was spot on.",
    },
    feedback: null,
  },
];

/** The demo's people as actors, by email address. */
export type Actors = ReadonlyMap<string, Actor>;

export function getDemoActor(actors: Actors, email: string): Actor {
  const actor = actors.get(email);
  if (actor === undefined) throw new Error(`the demo has no ${email}`);
  return actor;
}
