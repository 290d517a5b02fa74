import { execFileSync } from "node:child_process";
import type { ResumeData } from "@greenroom/contract/resume-data.ts";

/* For tests only. */

/** The text of a PDF as a machine reads it, page by page; null on a machine without poppler-utils. */
export function readPdf(content: Buffer): string[] | null {
  try {
    const text = execFileSync("pdftotext", ["-layout", "-", "-"], { input: content, encoding: "utf8" });
    return text.split("\f").slice(0, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Two lines of text that say nothing new. */
const lines = "Built and measured a ranking model that people actually used. ".repeat(6);

/** A resume with something of everything. */
export const fullResume: ResumeData = {
  personal: {
    jobTitle: "Machine-learning engineer",
    location: "Pune, India",
    linkedin: "https://www.linkedin.com/in/meera-iyer-ml",
    github: "https://github.com/meera-iyer",
    bio: "Ships models that stay shipped. Three years of search and ranking; happiest between the data and the people who use it.",
  },
  education: [
    {
      school: "College of Engineering Pune",
      degree: "B.Tech",
      fieldOfStudy: "Computer Science",
      startYear: 2018,
      endYear: 2022,
    },
  ],
  experience: [
    {
      jobTitle: "ML Engineer",
      company: "Searchly",
      location: "Pune",
      startDate: "2023-06-01",
      endDate: "",
      description: `- Cut p95 latency of retrieval from 480 ms to 90 ms.\n- ${lines}\n\nOwns the offline evaluation.`,
    },
    {
      jobTitle: "Data Science Intern",
      company: "Hawa Labs",
      location: "Remote",
      startDate: "2022-07-01",
      endDate: "2023-05-31",
      description: "Air-quality forecasts for 40 cities.",
    },
  ],
  skills: [
    { name: "Python", level: "Advanced" },
    { name: "PyTorch", level: "Intermediate" },
    { name: "SQL", level: "Advanced" },
    { name: "Kubernetes", level: "Beginner" },
  ],
  projects: [
    {
      name: "tiny-ranker",
      description: "A learning-to-rank library of 800 lines, with its proofs.",
      url: "https://github.com/meera-iyer/tiny-ranker",
    },
  ],
};

/** The same, over some pages. */
export const longResume: ResumeData = {
  ...fullResume,
  experience: Array.from({ length: 14 }, (_, index) => ({
    jobTitle: `Engineer ${index + 1}`,
    company: `Company ${index + 1}`,
    location: "Pune",
    startDate: `20${String(24 - index).padStart(2, "0")}-01-01`,
    endDate: index === 0 ? "" : `20${String(25 - index).padStart(2, "0")}-01-01`,
    description: lines.repeat(1 + (index % 3)),
  })),
};

export const devanagariResume: ResumeData = {
  personal: {
    ...fullResume.personal,
    jobTitle: "डेटा वैज्ञानिक",
    location: "पुणे, महाराष्ट्र",
    bio: "मशीन लर्निंग और सांख्यिकी में तीन वर्ष का अनुभव। हिंदी, मराठी और English में काम।",
  },
  education: [
    {
      school: "मुंबई विश्वविद्यालय",
      degree: "बी.टेक",
      fieldOfStudy: "संगणक शास्त्र",
      startYear: 2018,
      endYear: 2022,
    },
  ],
  experience: [],
  skills: [{ name: "पायथन", level: "Advanced" }],
  projects: [],
};
