import { renderResume } from "../server/domains/resumes/render-resume.ts";
import { resumeDocument } from "../server/domains/resumes/resume-document.ts";
import { fullResume } from "../server/domains/resumes/resumes.testing.ts";

/* How long a full resume's PDF takes: `npm run bench:resume`. The first one also reads the fonts. */

const runs = 50;
const candidate = {
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@bench.example",
  mobileNumber: "+91 98765 43210",
  resumeData: fullResume,
};

async function time(): Promise<number> {
  const startedAt = performance.now();
  await renderResume(resumeDocument(candidate));
  return performance.now() - startedAt;
}

const first = await time();
const times: number[] = [];
for (let run = 0; run < runs; run += 1) times.push(await time());
times.sort((a, b) => a - b);
const at = (share: number) => (times[Math.floor(runs * share)] ?? Number.NaN).toFixed(1);
process.stdout.write(
  `a full resume's PDF: first ${first.toFixed(1)} ms, then median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.99)} ms\n`,
);
