import { countOf } from "@greenroom/contract/core/sentences.ts";
import { recordCommand } from "../../../../audit/record-command.ts";
import { listRoundReports } from "../../../practice/report/list-round-reports.ts";
import { listReportOutcomes } from "../../../reports/list-report-outcomes.ts";
import { remakeReport } from "../../../reports/make-report.ts";
import type { Commands } from "../command.ts";
import { readId, wholeNumberReader } from "../read-input.ts";

const pageSize = 50;

export function addReportCommands({ add, plan }: Commands): void {
  add(
    "reports list",
    `list the outcome of each report, newest first, ${pageSize} a page: source, points, tokens, disputes, usefulness`,
  )
    .option("--page <n>", "the page, from 1", wholeNumberReader("--page", { min: 1, max: 100_000 }), 1)
    .action(({ page }) =>
      plan(async (deps) => {
        await recordCommand(deps, "reports-list");
        return {
          rows: await listReportOutcomes(deps.database, { limit: pageSize, offset: (page - 1) * pageSize }),
        };
      }),
    );
  add(
    "reports list-rounds",
    `list the same for practice rounds, newest request first, ${pageSize} a page; without what was said`,
  )
    .option("--page <n>", "the page, from 1", wholeNumberReader("--page", { min: 1, max: 100_000 }), 1)
    .action(({ page }) =>
      plan(async (deps) => {
        await recordCommand(deps, "reports-list-rounds");
        return {
          rows: await listRoundReports(deps.database, { limit: pageSize, offset: (page - 1) * pageSize }),
        };
      }),
    );
  add(
    "reports make",
    "make the report of a completed interview now, even if one exists; a measured report never replaces drafted points",
  )
    .argument("<booking id>", "as the list of bookings shows it", readId("bookings"))
    .option("--measured", "let a measured report replace drafted points")
    .action((bookingId, { measured = false }) =>
      plan(async (deps) => {
        await recordCommand(deps, "reports-make", `booking:${bookingId}`);
        const { source, shown, checked } = await remakeReport(deps, bookingId, { mayLoseDraft: measured });
        const how = source.kind === "measured" ? "measured" : `drafted by ${source.name}`;
        return {
          msg: `The report is made: ${how}, ${shown} of ${countOf(checked, "point")} shown. The interviewee gets an email.`,
        };
      }),
    );
}
