interface ColumnType {
  type: string;
  /** The module of the contract that exports the type, or `storedJson`. */
  from: string;
  /** The type with its suffix, when the column holds something made of it: `Preview["lines"]`, `PlanType[]`. */
  suffix?: string;
  isJson?: true;
  hasDefault?: true;
}

/** The module with the types of jsonb that the contract does not have; the kernel imports no area. */
const storedJson = "./stored-json.ts";

/** Columns whose types the migrations do not tell: jsonb, and text whose values only the contract lists. */
export const columnTypes: Record<string, ColumnType> = {
  "booking_goals.goal": { type: "Goal", from: "schedule/goals/goals.ts", isJson: true },
  "codes.signup": { type: "PendingSignup", from: storedJson, isJson: true },
  "coupons.plan_types": { type: "PlanType", from: "money/plans.ts", suffix: "[]" },
  "interviewer_applications.levels": {
    type: "ApplicationDetail",
    from: "desk/applications.ts",
    suffix: '["levels"]',
  },
  "interviewer_applications.roles": {
    type: "ApplicationDetail",
    from: "desk/applications.ts",
    suffix: '["roles"]',
  },
  "no_show_reports.record": { type: "Attendance", from: "schedule/bookings.ts", isJson: true },
  "operator_approvals.lines": {
    type: "Preview",
    from: "desk/actions.ts",
    suffix: '["lines"]',
    isJson: true,
  },
  "payout_details.masked": {
    type: "MaskedDetails",
    from: "people/interviewers/payout-details.ts",
    isJson: true,
  },
  "plan_prices.plan_type": { type: "PlanType", from: "money/plans.ts" },
  "practice_answers.follow_ups": {
    type: "AskedFollowUp",
    from: storedJson,
    suffix: "[]",
    isJson: true,
    hasDefault: true,
  },
  "practice_answers.speech": {
    type: "MeasuredSpeech",
    from: "practice/rounds.ts",
    isJson: true,
  },
  "practice_answers.tests": {
    type: "TestResults",
    from: "practice/rounds.ts",
    isJson: true,
  },
  "practice_rounds.role": { type: "QuestionRole", from: "room/question-options.ts" },
  "practice_rounds.topic": { type: "QuestionTopic", from: "room/question-options.ts" },
  "quotes.lines": { type: "QuoteLine", from: storedJson, suffix: "[]", isJson: true },
  "quotes.plan_type": { type: "PlanType", from: "money/plans.ts" },
  "resumes.data": { type: "ResumeData", from: "people/resumes/resume-data.ts", isJson: true },
  "room_code_runs.figures": {
    type: "RunFigure",
    from: "room/pad-runs.ts",
    suffix: "[]",
    isJson: true,
    hasDefault: true,
  },
  "room_question_marks.criteria": {
    type: "QuestionMarks",
    from: "room/room-questions.ts",
    suffix: '["criteria"]',
    isJson: true,
    hasDefault: true,
  },
  "room_questions.code": {
    type: "ShownQuestion",
    from: "room/room-questions.ts",
    suffix: '["code"]',
    isJson: true,
  },
  "room_questions.hints": {
    type: "ShownHint",
    from: storedJson,
    suffix: "[]",
    isJson: true,
    hasDefault: true,
  },
  "room_questions.topic": { type: "QuestionTopic", from: "room/question-options.ts" },
  "weekly_rules.windows": {
    type: "DayWindow",
    from: "schedule/weekly-availability.ts",
    suffix: "[]",
    isJson: true,
  },
};

/** The type of a column as the generated file writes it, without its null. JSON is written as text. */
export function writeColumnType({ type, suffix = "", isJson, hasDefault }: ColumnType): string {
  const column = isJson ? `ColumnType<${type}${suffix}, string, string>` : `${type}${suffix}`;
  return hasDefault ? `Generated<${column}>` : column;
}

/** The imports of these types. */
export function writeImports(): string {
  const columns = Object.values(columnTypes);
  const modules = [...new Set(columns.map(({ from }) => from))].sort();
  return modules
    .map((module) => {
      const types = new Set(columns.filter(({ from }) => from === module).map(({ type }) => type));
      const path = module === storedJson ? module : `@greenroom/contract/${module}`;
      return `import type { ${[...types].sort().join(", ")} } from "${path}";\n`;
    })
    .join("");
}
