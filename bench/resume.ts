import type { ResumeData } from "@greenroom/contract/resumes/resume-data.ts";
import { renderResume } from "../server/domains/resumes/pdf/render-resume.ts";
import { buildResumeDocument } from "../server/domains/resumes/pdf/resume-document.ts";
import { fullResume } from "../server/domains/resumes/resumes.testing.ts";
import { longResumes } from "../server/testing/files/long-resumes.ts";

/* Measures how long the PDF of a full resume takes, and those of the longest resumes that the form accepts: `npm run
   bench:resume`. The first run includes reading the fonts. */

const runs = 50;
const candidate = {
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@bench.example",
  mobileNumber: "+91 98765 43210",
};

async function timeOneRender(resumeData: ResumeData = fullResume): Promise<number> {
  const startedAt = performance.now();
  await renderResume(buildResumeDocument({ ...candidate, resumeData }));
  return performance.now() - startedAt;
}

const first = await timeOneRender();
const times: number[] = [];
for (let run = 0; run < runs; run += 1) times.push(await timeOneRender());
times.sort((a, b) => a - b);
const percentile = (share: number) => (times[Math.floor(runs * share)] ?? Number.NaN).toFixed(1);
process.stdout.write(
  `a full resume's PDF: first ${first.toFixed(1)} ms, then median ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, longest ${percentile(0.99)} ms\n`,
);
for (const [name, resume] of Object.entries(longResumes)) {
  const before = process.cpuUsage();
  const milliseconds = await timeOneRender(resume);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    `${name}: ${milliseconds.toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of processor time\n`,
  );
}
