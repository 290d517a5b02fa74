import { describeCommand } from "../../scripts/command-options.ts";
import { openQuestionBank } from "../../server/domains/questions/bank.ts";
import { withholdInstructions } from "../../server/domains/reports/verification/planted/addresses-judge.ts";
import { codeAuthors } from "../../server/domains/rooms/record/code-authors.ts";
import { followPad } from "../../server/domains/rooms/record/follow-pad.ts";

/* Measures the processor time of the longest texts that people can make the server read: `npm run bench:hostile-texts`.
   Fails if one takes more than a worker may use for a task. */

describeCommand("bench:hostile-texts", "Measures the longest texts that the server reads.").parse();

/** A worker's processor time for a task. */
const mostMilliseconds = 2_000;

const code = (lines: number, suffix: string) =>
  Array.from({ length: lines }, (_, line) => `column_${line} = df["c${line}"]${suffix}`).join("\n");

const parts: Record<string, string> = {
  "line breaks": "\n",
  spaces: " . ",
  orders: "give,",
  "small words": "so ",
  signs: "#",
  "quotation marks": '"claims"',
  judges: "any judge should ",
  reports: "the report should say the candidate ",
  people: "whoever rates this should ",
  Hindi: "उम्मीदवार को रिपोर्ट में लिख ",
};

const bank = await openQuestionBank();

/** Each makes its texts, and returns what is measured. */
const tasks: Record<string, () => () => void> = {
  "sixty titles of 4,000 characters, looked for in the bank": () => () => {
    for (let times = 0; times < 60; times += 1) bank.findByTitle(`${"…".repeat(3_999)}x`);
  },
  "1,500 lines of a pad, all changed at once": () => {
    const authors = codeAuthors();
    const [first, last] = [code(1_500, ""), code(1_500, "  # mine")];
    return () => {
      authors.add(first, ["interviewer"]);
      authors.add(last, ["interviewee"]);
    };
  },
  "720 versions of a pad of 2,000 lines, each with all lines changed": () => {
    const snapshots = Array.from({ length: 720 }, (_, version) => ({
      change: { text: code(2_000, `[${version}]`) },
      editedBy: [version % 2 === 0 ? ("interviewer" as const) : ("interviewee" as const)],
      isWanted: true,
    }));
    return () => void followPad({ snapshots, finalText: null });
  },
  ...Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      `100,000 characters of ${name}, searched for instructions to the judge`,
      () => {
        const text = part.repeat(100_000 / part.length);
        return () => void withholdInstructions(text);
      },
    ]),
  ),
};

for (const [name, prepare] of Object.entries(tasks)) {
  const run = prepare();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1_000;
  const isTooLong = milliseconds > mostMilliseconds;
  process.stdout.write(
    `${name}: ${milliseconds.toFixed(0)} ms of processor time${isTooLong ? ", too long" : ""}\n`,
  );
  if (isTooLong) process.exitCode = 1;
}
