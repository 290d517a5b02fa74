import { emptyResume, type ResumeData } from "@greenroom/contract/people/resumes/resume-data.ts";
import type { Deps } from "../kernel/deps.ts";
import { saveResume } from "../people/resumes/save-resume.ts";
import { type Actors, getDemoActor } from "./demo-people.ts";

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
