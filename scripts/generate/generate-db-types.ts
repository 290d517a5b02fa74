import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  generate,
  getDialect,
  IdentifierNode,
  type Introspector,
  Logger,
  RawExpressionNode,
} from "kysely-codegen";
import pg from "pg";
import { migrate } from "../../server/kernel/db/migrate.ts";
import { startThrowawayPostgres } from "../../server/testing/postgres.ts";

/** The module with the types of jsonb that the contract does not have; the kernel imports no area. */
const storedJson = "./stored-json.ts";

interface ColumnType {
  /** An exported type, or what the column holds of it: `Preview["lines"]`, `PlanType[]`. */
  type: string;
  /** The module of the contract that exports the type, or `storedJson`. */
  from: string;
  /** The type as the generated file writes it, without its null. */
  written: string;
}

const text = (type: string, from: string): ColumnType => ({ type, from, written: type });
/** jsonb is written as text. */
const json = (type: string, from: string): ColumnType => ({
  ...text(type, from),
  written: `ColumnType<${type}, string, string>`,
});
const withDefault = (column: ColumnType): ColumnType => ({
  ...column,
  written: `Generated<${column.written}>`,
});

/** Columns whose types the migrations do not tell: jsonb, and text whose values only the contract lists. */
const columnTypes: Record<string, ColumnType> = {
  "booking_goals.goal": json("Goal", "schedule/goals.ts"),
  "codes.signup": json("PendingSignup", storedJson),
  "coupons.plan_types": text("PlanType[]", "money/plans.ts"),
  "interviewer_applications.levels": text('ApplicationDetail["levels"]', "desk/interviewers.ts"),
  "interviewer_applications.roles": text('ApplicationDetail["roles"]', "desk/interviewers.ts"),
  "interviewer_profiles.languages": withDefault(text("MentorLanguage[]", "people/mentor-options.ts")),
  "interviewer_profiles.levels": withDefault(text("MentorLevel[]", "people/mentor-options.ts")),
  "interviewer_profiles.roles": withDefault(text("MentorRole[]", "people/mentor-options.ts")),
  "interviewer_profiles.topic_keys": withDefault(text("QuestionTopic[]", "kernel/topics.ts")),
  "no_show_reports.record": json("Attendance", "schedule/bookings.ts"),
  "operator_approvals.lines": json('Preview["lines"]', "desk/actions.ts"),
  "payout_details.masked": json("MaskedDetails", "money/payout-details.ts"),
  "plan_prices.plan_type": text("PlanType", "money/plans.ts"),
  "practice_answers.follow_ups": withDefault(json("AskedFollowUp[]", storedJson)),
  "practice_answers.speech": json("MeasuredSpeech", "practice/rounds.ts"),
  "practice_answers.tests": json("TestResults", "practice/rounds.ts"),
  "practice_rounds.role": text("QuestionRole", "room/questions.ts"),
  "practice_rounds.topic": text("QuestionTopic", "kernel/topics.ts"),
  "quotes.lines": json("QuoteLine[]", storedJson),
  "quotes.plan_type": text("PlanType", "money/plans.ts"),
  "resumes.data": json("ResumeData", "people/resume-data.ts"),
  "room_code_runs.figures": withDefault(json("RunFigure[]", "room/code-pad.ts")),
  "room_question_marks.criteria": withDefault(json('QuestionMarks["criteria"]', "room/room-questions.ts")),
  "room_questions.code": json('ShownQuestion["code"]', "room/room-questions.ts"),
  "room_questions.hints": withDefault(json("ShownHint[]", storedJson)),
  "room_questions.topic": text("QuestionTopic", "kernel/topics.ts"),
  "weekly_rules.windows": json("DayWindow[]", "schedule/weekly-availability.ts"),
};

/** The imports of these types. */
function writeImports(): string {
  const columns = Object.values(columnTypes);
  const modules = [...new Set(columns.map(({ from }) => from))].sort();
  return modules
    .map((module) => {
      const types = new Set(
        columns.filter(({ from }) => from === module).map(({ type }) => type.replace(/\[.*/, "")),
      );
      const path = module === storedJson ? module : `@greenroom/contract/${module}`;
      return `import type { ${[...types].sort().join(", ")} } from "${path}";\n`;
    })
    .join("");
}

/* Writes server/kernel/db/types.ts from the migrations, by running them in a temporary PostgreSQL.
   `--verify` writes nothing and fails when the file does not match the migrations. */

const TYPES_FILE = fileURLToPath(new URL("../../server/kernel/db/types.ts", import.meta.url));

async function generateTypes(connectionString: string): Promise<string> {
  const pool = new pg.Pool({ connectionString });
  // A connection that is still closing when the database stops gets an error; everything was read by then.
  pool.on("connect", (client) => client.on("error", () => undefined));
  await migrate(pool, () => {});
  await pool.end();
  // Matches the parsers of server/kernel/db/database.ts: `date` stays text, `int8` (ids and counts, below 2^53)
  // becomes a number.
  const dialect = getDialect("postgres", { dateParser: "string", numericParser: "string" });
  dialect.adapter.scalars.int8 = new IdentifierNode("number");
  await nameListedValues(dialect.introspector, connectionString);
  const db = await dialect.introspector.connect({ connectionString, dialect });
  try {
    const source = await generate({
      camelCase: true,
      db,
      dialect,
      // We do not query the schema of the jobs or the list of migrations.
      includePattern: "public.*",
      excludePattern: "public.schema_migrations",
      logger: new Logger("silent"),
      outFile: null,
      overrides: {
        columns: Object.fromEntries(
          Object.entries(columnTypes).map(([column, { written }]) => [
            column,
            new RawExpressionNode(written),
          ]),
        ),
      },
      skipAutogeneratedFileComment: true,
    });
    return format(
      `// Made by \`npm run db:types\` from server/kernel/db/schema and server/kernel/db/migrations: never edit it.\n\n${writeImports()}${source}`,
    );
  } finally {
    await db.destroy();
    // The pool reports its end before its connections have closed. The server that is stopped next would end one.
    await sleep(1_000);
  }
}

/** Types a text column whose values a constraint lists, `check (status in ('pending', …))`, as one of these values. */
async function nameListedValues(
  introspector: Introspector<unknown>,
  connectionString: string,
): Promise<void> {
  const listed = await readListedValues(connectionString);
  const introspect = introspector.introspect.bind(introspector);
  introspector.introspect = async (options) => {
    const metadata = await introspect(options);
    for (const table of metadata.tables) {
      for (const column of table.columns) {
        column.enumValues ??= listed.get(`${table.name}.${column.name}`) ?? null;
      }
    }
    return metadata;
  };
}

/** The values that constraints allow, by table and column. */
async function readListedValues(connectionString: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ column: string; definition: string }>(
    `select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  await client.end();
  return new Map(
    rows.flatMap(({ column, definition }) => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(definition)?.[1];
      return list === undefined
        ? []
        : [[column, [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? "")]];
    }),
  );
}

function format(source: string): string {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const check = [biome, "check", "--write", "--linter-enabled=false", `--stdin-file-path=${TYPES_FILE}`];
  const formatted = spawnSync(process.execPath, check, { input: source, encoding: "utf8" });
  if (formatted.status !== 0) throw new Error(`Biome could not format the types: ${formatted.stderr}`);
  return formatted.stdout;
}

const postgres = await startThrowawayPostgres();
let source: string;
try {
  source = await generateTypes(postgres.connectionString);
} finally {
  await postgres.stop();
}
if (!process.argv.includes("--verify")) {
  await writeFile(TYPES_FILE, source);
} else if ((await readFile(TYPES_FILE, "utf8").catch(() => "")) !== source) {
  console.error(
    "server/kernel/db/types.ts is not what the migrations say: run `npm run db:types` and keep the result.",
  );
  process.exitCode = 1;
}
