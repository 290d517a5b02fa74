import type { PlanType } from "@greenroom/contract/plans.ts";

/** Who lives in the demo. Made up; every address ends in `.example`, which nobody can own. */
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

interface PastSession {
  interviewee: string;
  interviewer: string;
  daysAgo: number;
  /** Hour of the business's day. */
  hour: number;
  said: { interviewScore: number; overallSummary: string } | null;
  /** The lines of the mentor's PDF, null while it is still to come. */
  mentorNotes: string[] | null;
}

const [kavya, arjun] = interviewers.map((person) => person.email) as [string, string];
const [meera, rohan, ananya] = interviewees.map((person) => person.email) as [string, string, string];

/** What happened before the newcomer came, newest last. Feedback that is still to come is not late yet: its deadline is tomorrow. */
export const pastSessions: PastSession[] = [
  {
    interviewee: rohan,
    interviewer: kavya,
    daysAgo: 16,
    hour: 19,
    said: {
      interviewScore: 5,
      overallSummary:
        "She let me struggle just long enough, then showed me where my intuition about precision and recall broke.",
    },
    mentorNotes: [
      "Explained the bias-variance trade-off well.",
      "Practise: write the metric before the model.",
    ],
  },
  {
    interviewee: meera,
    interviewer: kavya,
    daysAgo: 11,
    hour: 18,
    said: {
      interviewScore: 5,
      overallSummary:
        "A real interview, minus the fear. The ten minutes of feedback at the end were worth the whole price.",
    },
    mentorNotes: [
      "Strong: frames the problem before touching data; says what would change her mind.",
      "Work on: complexity of the two-tower retrieval step. Estimate it out loud.",
      "Next: one system-design session on recommender cold start.",
    ],
  },
  {
    interviewee: ananya,
    interviewer: kavya,
    daysAgo: 8,
    hour: 20,
    said: {
      interviewScore: 4,
      overallSummary: "Tough and fair. I would have liked a minute more on the SQL question.",
    },
    mentorNotes: ["Window functions are solid.", "Say your assumptions about missing values aloud."],
  },
  {
    interviewee: meera,
    interviewer: arjun,
    daysAgo: 1,
    hour: 10,
    said: null,
    mentorNotes: null,
  },
  {
    interviewee: rohan,
    interviewer: kavya,
    daysAgo: 1,
    hour: 18,
    said: {
      interviewScore: 5,
      overallSummary: "Second session, twice as calm. The follow-up on calibration was spot on.",
    },
    mentorNotes: null,
  },
];
