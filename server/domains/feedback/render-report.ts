import { type Rubric, ratingWords, rubricAreas } from "@greenroom/contract/feedback.ts";
import { openSheet, type Sheet, type TextStyle } from "../../pdf/sheet.ts";

const ink = "#12211b";
const soft = "#43544c";
const green = "#0d5c45";

const styles = {
  title: { font: "bold", size: 20, color: ink },
  aside: { font: "regular", size: 10, color: soft, lineGap: 1.5 },
  heading: { font: "bold", size: 11, color: green },
  score: { font: "bold", size: 11, color: ink },
  body: { font: "regular", size: 10, color: ink, lineGap: 2 },
} as const satisfies Record<string, TextStyle>;

export interface ReportDocument {
  /** The business's name. */
  business: string;
  interviewee: string;
  interviewer: string;
  /** When it was, on the interviewee's clock, named. */
  when: string;
  rubric: Rubric;
}

/** The mentor's PDF, made from the form: scores at a glance, then what was noted and asked. Tagged, in reading order. */
export async function renderReport(report: ReportDocument): Promise<Buffer> {
  const { business, interviewee, interviewer, when, rubric } = report;
  const title = `Interview feedback for ${interviewee}`;
  const sheet = await openSheet({ title, author: interviewer, footer: title });
  sheet.write("P", business, styles.heading);
  sheet.skip(6);
  sheet.write("H1", title, styles.title);
  sheet.skip(2);
  sheet.write("P", `From ${interviewer}`, styles.aside);
  sheet.write("P", when, styles.aside);
  writeSection(sheet, "Summary", rubric.summary);
  for (const { name, label } of rubricAreas) {
    const { score, notes } = rubric[name];
    writeSection(sheet, label, notes, `${score} of 5, ${ratingWords[score - 1]}`);
  }
  const questions = rubric.questions
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  writeSection(sheet, "Questions asked", questions.map((line, index) => `${index + 1}. ${line}`).join("\n"));
  return await sheet.finish();
}

/** A heading never stands alone at the foot of a page. */
function writeSection(sheet: Sheet, heading: string, body: string, score?: string): void {
  const firstLines = Math.min(sheet.heightOf(body, styles.body, sheet.width), 48);
  sheet.skip(14);
  sheet.keepTogether(44 + firstLines);
  sheet.rule("#e3ddd0");
  sheet.skip(8);
  sheet.write("H2", heading, styles.heading);
  if (score !== undefined) {
    sheet.skip(1);
    sheet.write("P", score, styles.score);
  }
  if (body === "") return;
  sheet.skip(3);
  sheet.write("P", body, styles.body);
}
