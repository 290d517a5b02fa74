import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { MentorPageFields } from "@greenroom/contract/people/mentors.ts";
import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import type { Rubric } from "@greenroom/contract/review/rubric.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import { grantOperator } from "../desk/grant-operator.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { createAccount } from "../people/accounts/sign-up.ts";
import { grantInterviewer } from "../people/interviewers/invitations.ts";
import { type NewCheck, recordCheck } from "../people/interviewers/mentor-checks.ts";
import { savePage } from "../people/interviewers/mentor-page.ts";
import { saveResume } from "../people/resumes/resume.ts";
import { addWeeklyRule } from "../schedule/availability/weekly-hours.ts";
import {
  calibrationFeedback,
  firstFeedback,
  firstScript,
  type InterviewScript,
  latestFeedback,
  latestScript,
  rankingFeedback,
  rankingGoal,
  rankingScript,
} from "./demo-scripts.ts";

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
  /** In the business's zone. */
  time: string;
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
const [meera, rohan] = interviewees.map((person) => person.email) as [string, string];

/** The past interviews, newest last. The missing feedback is not late, because its deadline is tomorrow. */
export const pastInterviews: PastInterview[] = [
  {
    interviewee: rohan,
    interviewer: kavya,
    daysAgo: 16,
    time: "19:00",
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
    time: "11:00",
    script: firstScript,
    exercisesDone: 2,
    rating: { interviewScore: 4, overallSummary: "Kind, and very clear about what to practice first." },
    feedback: firstFeedback,
  },
  {
    interviewee: meera,
    interviewer: kavya,
    daysAgo: 11,
    time: "18:00",
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
    interviewee: meera,
    interviewer: arjun,
    daysAgo: 1,
    time: "10:00",
    goal: rankingGoal,
    script: latestScript,
    rating: null,
    feedback: latestFeedback,
  },
  {
    interviewee: rohan,
    interviewer: kavya,
    daysAgo: 1,
    time: "18:00",
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

interface Joining {
  password: string;
  /** When all of them joined, before their first interview. */
  joinedAt: Date;
}

export async function createDemoAccounts(tx: Tx, { password, joinedAt }: Joining): Promise<void> {
  for (const person of demoPeople) {
    await createAccount(tx, { ...person, mobileNumber: "+91 98765 43210", password }, joinedAt);
  }
}

/** Gives the accounts the roles that their people have had since they joined. */
export async function grantDemoRoles(deps: Deps, { joinedAt }: Pick<Joining, "joinedAt">): Promise<void> {
  const then: Deps = { ...deps, clock: { now: () => joinedAt } };
  await grantOperator(then, { email: operator.email, level: "owner", actor: "system" });
  for (const { email } of interviewers) await grantInterviewer(then, email);
}

/** The public page of each demo interviewer. */
const pages: Record<string, Omit<MentorPageFields, "isListed">> = {
  "interviewer@greenroom.example": {
    slug: "kavya-m",
    headline: "Staff ML engineer in ranking, ten years of hiring",
    approach:
      "I start with a system that you have built and ask why, until we reach the decision that was really yours. Then one design question, on a recommender or a feed, with numbers. I wait when you think. At the end I say what I would write on the scorecard, and the one thing to practice first.",
    years: 14,
    roles: ["ml-engineer", "ai-engineer"],
    levels: ["mid", "senior"],
    topics: ["ml-system-design", "ml-fundamentals", "behavioral"],
    languages: ["en", "ml", "hi"],
    showsLastName: true,
  },
  "arjun.rao@greenroom.example": {
    slug: "arjun-r",
    headline: "Data scientist for experiments and causal questions",
    approach:
      "We take one product question and work on it for half an hour: which metric, which experiment, and what would make you stop it early. I ask for the query that you would run, so bring some SQL. I correct mistakes only at the end, and then all of them.",
    years: 9,
    roles: ["data-scientist", "data-analyst"],
    levels: ["entry", "mid"],
    topics: ["statistics-experiments", "sql", "data-work"],
    languages: ["en", "hi", "te"],
    showsLastName: false,
  },
  "dev.patel@greenroom.example": {
    slug: "dev-p",
    headline: "Applied scientist, language models in production",
    approach:
      "I give you a product with a language model that fails in three ways, and you find out which way to fix first. Expect to write a little Python in the shared pad. I am kind about syntax, and strict about how you measure whether an answer is right.",
    years: 7,
    roles: ["ai-engineer"],
    levels: ["entry", "mid", "senior"],
    topics: ["llm-rag-agents", "python"],
    languages: ["en", "gu", "hi"],
    showsLastName: false,
  },
  "sana.khan@greenroom.example": {
    slug: "sana-k",
    headline: "Engineering manager in computer vision",
    approach:
      "I have hired forty engineers, and most of them were nervous. We do the part that decides at senior level: a project that went wrong, a conflict, a deadline. I ask follow-ups until there is a number or a name in the story. You leave with your three best stories in order.",
    years: 16,
    roles: ["ml-engineer", "data-engineer"],
    levels: ["senior"],
    topics: ["behavioral", "ml-system-design", "data-work"],
    languages: ["en", "ur", "hi"],
    showsLastName: true,
  },
};

/** The facts about three of them that the operator has checked. */
const checks: Record<string, Pick<NewCheck, "kind" | "claim" | "evidence">[]> = {
  "interviewer@greenroom.example": [
    { kind: "degree", claim: "IIT Bombay degree", evidence: "Certificate of 2012, on a call" },
    { kind: "employer", claim: "Staff engineer at Searchly", evidence: "A mail from the address at work" },
  ],
  "arjun.rao@greenroom.example": [
    { kind: "employer", claim: "Data scientist at Hawa Labs", evidence: "Badge, on a call" },
    { kind: "identity", claim: "Identity", evidence: "Passport beside the face, on a call" },
  ],
  "sana.khan@greenroom.example": [
    { kind: "degree", claim: "IIT Bombay degree", evidence: "Certificate of 2010, on a call" },
    {
      kind: "employer",
      claim: "Hiring manager at Drishti Vision",
      evidence: "A mail from the address at work",
    },
  ],
};

/** Lists the pages of the demo's interviewers with their checked facts, and gives the first one a weekly rule. */
export async function saveDemoPages(deps: Deps, actors: Actors): Promise<void> {
  for (const [email, page] of Object.entries(pages))
    await savePage(deps, getDemoActor(actors, email), { ...page, isListed: true });
  const { userId: checkedBy } = getDemoActor(actors, operator.email);
  await inTransaction(deps.database, async (tx) => {
    for (const [email, facts] of Object.entries(checks)) {
      const { userId } = getDemoActor(actors, email);
      for (const fact of facts)
        await recordCheck(tx, { ...fact, userId, checkedBy, checkedAt: deps.clock.now() });
    }
  });
  const timeZone = deps.config.business.timeZone;
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(deps.clock.now());
  await addWeeklyRule(deps, getDemoActor(actors, "interviewer@greenroom.example"), {
    weekdays: [2, 4],
    windows: [{ from: "07:00", to: "08:30" }],
    timeZone,
    startsOn: today,
    endsOn: null,
    exceptions: [],
    minimumNoticeHours: 6,
    mostPerDay: 2,
  });
}

const resumes: Record<string, ResumeData> = {
  "interviewee@greenroom.example": {
    personal: {
      jobTitle: "Machine-learning engineer",
      location: "Pune, India",
      linkedin: "https://www.linkedin.com/in/meera-iyer-example",
      github: "https://github.com/meera-iyer-example",
      bio: "Three years of search and ranking. I like the part between the data and the people who use it, and I write down what would change my mind before I train anything.",
    },
    experience: [
      {
        jobTitle: "ML Engineer",
        company: "Searchly",
        location: "Pune",
        startDate: "2024-01-15",
        endDate: "",
        description:
          "- Cut the p95 latency of retrieval from 480 ms to 90 ms with a two-tower model.\n- Own the offline evaluation: 14 slices, run on every merge.\n- Took calibration of the ranker from 0.11 to 0.03 expected error.",
      },
      {
        jobTitle: "Data Science Intern",
        company: "Hawa Labs",
        location: "Bengaluru",
        startDate: "2023-06-01",
        endDate: "2023-12-31",
        description: "Air-quality forecasts for 40 cities, with the uncertainty shown.",
      },
    ],
    education: [
      {
        school: "College of Engineering Pune",
        degree: "B.Tech",
        fieldOfStudy: "Computer Science",
        startYear: 2019,
        endYear: 2023,
      },
    ],
    skills: [
      { name: "Python", level: "Advanced" },
      { name: "SQL", level: "Advanced" },
      { name: "PyTorch", level: "Intermediate" },
      { name: "Spark", level: "Intermediate" },
      { name: "Kubernetes", level: "Beginner" },
    ],
    projects: [
      {
        name: "tiny-ranker",
        description: "Learning to rank in 800 lines, with its proofs beside them.",
        url: "https://github.com/meera-iyer-example/tiny-ranker",
      },
    ],
  },
  "rohan.das@greenroom.example": {
    ...emptyResume,
    personal: {
      ...emptyResume.personal,
      jobTitle: "Data analyst",
      location: "Kolkata, India",
      bio: "Two years of dashboards; on the way to causal questions.",
    },
    skills: [
      { name: "SQL", level: "Advanced" },
      { name: "Python", level: "Intermediate" },
    ],
  },
};

/** Saves the resumes of the demo's candidates. */
export async function saveDemoResumes(deps: Deps, actors: Actors): Promise<void> {
  for (const [email, data] of Object.entries(resumes)) {
    await saveResume(deps, getDemoActor(actors, email), { data, expectedVersion: null });
  }
}
