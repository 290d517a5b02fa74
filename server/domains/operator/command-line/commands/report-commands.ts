import { recordCommand } from "../../../../audit/record-command.ts";
import { listMakings } from "../../../reports/list-makings.ts";
import { remakeReport } from "../../../reports/make-report.ts";
import type { CommandGroup } from "../command.ts";
import { readId, readNoArguments, readWholeNumber } from "../read-input.ts";

const pageSize = 50;

export const reportCommands: CommandGroup = {
  "reports list": {
    usage: "reports list [--page 2]",
    summary: `what became of each report, newest first, ${pageSize} a page: source, points, tokens, disputes, usefulness`,
    options: ["page"],
    async run(deps, input) {
      readNoArguments(input);
      const page =
        input.options.page === undefined
          ? 1
          : readWholeNumber(input.options.page, "--page", { min: 1, max: 100_000 });
      await recordCommand(deps, "reports-list");
      return { rows: await listMakings(deps.database, { limit: pageSize, offset: (page - 1) * pageSize }) };
    },
  },
  "reports make": {
    usage: "reports make <booking id>",
    summary: "make the report of a completed interview now, in the place of the one that is there",
    async run(deps, input) {
      const bookingId = readId(input, "bookings");
      await recordCommand(deps, "reports-make", `booking:${bookingId}`);
      const { source, shown, checked } = await remakeReport(deps, bookingId);
      const how = source.kind === "measured" ? "measured" : `drafted by ${source.name}`;
      return {
        msg: `The report is made: ${how}, ${shown} of ${checked} points shown. The interviewee is told by mail.`,
      };
    },
  },
};
