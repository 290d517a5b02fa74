import { formatNamedTime } from "@greenroom/contract/kernel/time-zones.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { useMutation } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { errorMessage } from "../../api/errors.ts";
import { formatLongDay } from "../../format/format-day.ts";
import { Button } from "../../ui/actions/button.tsx";
import { StatusMessage } from "../../ui/status/status-message.tsx";
import { withSign } from "../../ui/status/with-sign.ts";
import { reportMessages } from "./messages.ts";

interface ReportFooterProps {
  report: AiFeedback;
  /** The answer so far. */
  useful: boolean | null;
  timeZone: string;
  /** Sends the answer and returns the server's message. */
  onRate: (isUseful: boolean) => Promise<string>;
}

/** When and how the report was made, and whether it was useful. */
export function ReportFooter({ report, useful, timeZone, onRate }: ReportFooterProps) {
  const rate = useMutation({ mutationFn: onRate });
  const chosen = rate.isPending ? rate.variables : useful;
  const madeAt = new Date(report.madeAt);
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5 text-sm text-ink-2">
      <p>
        Made on {formatLongDay(madeAt, timeZone)}, {formatNamedTime(madeAt, timeZone)}
        {report.source.kind === "model" && report.source.name !== "" && ` with ${report.source.name}`}.
      </p>
      <fieldset className="flex flex-wrap items-center gap-2.5 print:hidden">
        <legend className="float-left mr-1">Was this useful?</legend>
        {[
          { isUseful: true, label: "Yes", Icon: ThumbsUp },
          { isUseful: false, label: "No", Icon: ThumbsDown },
        ].map(({ isUseful, label, Icon }) => (
          <Button
            key={label}
            size="sm"
            variant={chosen === isUseful ? "primary" : "quiet"}
            aria-pressed={chosen === isUseful}
            onClick={() => rate.mutate(isUseful)}
          >
            <Icon aria-hidden="true" className="size-4" />
            {label}
          </Button>
        ))}
      </fieldset>
      <StatusMessage
        message={
          rate.error
            ? withSign("❌", errorMessage(rate.error, reportMessages.answer))
            : rate.data
              ? withSign("✅", rate.data)
              : null
        }
        tone={rate.error ? "bad" : "good"}
        className="w-full"
      />
    </footer>
  );
}
