import { renderResume } from "../server/domains/resumes/pdf/render-resume.ts";
import { buildResumeDocument } from "../server/domains/resumes/pdf/resume-document.ts";
import { fullResume } from "../server/domains/resumes/resumes.testing.ts";

/* Measures how long the PDF of a full resume takes: `npm run bench:resume`. The first run includes reading the
   fonts. */

const runs = 50;
const candidate = {
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@bench.example",
  mobileNumber: "+91 98765 43210",
  resumeData: fullResume,
};

async function timeOneRender(): Promise<number> {
  const startedAt = performance.now();
  await renderResume(buildResumeDocument(candidate));
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
