import { formatNamedTime } from "@greenroom/contract/kernel/time-zones.ts";
import {
  measuredFacts,
  reportHeadline,
  sourceLine,
  transcriptLine,
  withdrawnLine,
} from "@greenroom/contract/review/report-labels.ts";
import type { AiFeedback, Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { Ruler, ShieldCheck, ThumbsDown, ThumbsUp } from "lucide-react";
import { errorMessage } from "../../api/client.ts";
import { formatLongDay } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage, withSign } from "../../ui/status.tsx";
import { reportMessages } from "./report-answers.tsx";

/** The kind of the report, and how far its claims can be trusted. */
export function ReportSourceNote({ report }: { report: AiFeedback }) {
  const isChecked = report.source.kind !== "measured";
  const Icon = isChecked ? ShieldCheck : Ruler;
  return (
    <div
      className={clsx(
        "flex items-start gap-4 rounded-md border p-5",
        isChecked ? "border-green-line bg-green-tint" : "border-line bg-sunk",
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx("mt-0.5 size-6 shrink-0", isChecked ? "text-green" : "text-ink-2")}
      />
      <div>
        <h2 className="font-text text-lg font-semibold tracking-normal">{reportHeadline(report)}</h2>
        {sourceLine(report) !== "" && <p className="mt-1 max-w-prose text-ink-2">{sourceLine(report)}</p>}
        {withdrawnLine(report) !== "" && (
          <p className="mt-1 max-w-prose text-ink-2">{withdrawnLine(report)}</p>
        )}
        {report.isLate && (
          <p className="mt-1 max-w-prose font-medium text-amber">
            This report is late: we tried to reach the model for half an hour before we made it without.
          </p>
        )}
      </div>
    </div>
  );
}

interface MeasuredStripProps {
  measured: Measured;
  /** What was measured in the interview before; omitted without one. */
  before?: Omit<Measured, "mentorScores"> | null;
  /** True below a note that says how a measured report is made. */
  isExplained?: boolean;
}

export function MeasuredStrip({ measured, before = null, isExplained = false }: MeasuredStripProps) {
  const facts = measuredFacts(measured, before);
  const oneSided = transcriptLine(measured);
  if (facts.length === 0 && oneSided === "") return null;
  return (
    <section aria-labelledby="measured-title">
      <Card>
        <h2 id="measured-title" className="text-xl">
          Measured
        </h2>
        {!isExplained && <p className="text-sm text-ink-2">Counted from the interview.</p>}
        {oneSided !== "" && <p className="mt-1 max-w-prose text-sm text-ink-2">{oneSided}</p>}
        {measured.talkShare !== null && <TalkShareBar share={measured.talkShare} />}
        <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] lg:gap-x-4">
          {facts.map(({ label, value, detail, before: earlier }) => (
            <div key={label} className="row-span-3 grid grid-rows-subgrid gap-y-0 border-l border-line pl-4">
              <dt className="self-end text-sm text-ink-2">{label}</dt>
              <dd className="font-text text-xl font-semibold tabular">{value}</dd>
              <dd className="text-sm text-ink-2">
                {detail}
                {earlier !== "" && <span className="block tabular">last time {earlier}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}

/** Each person's share of the words. Hidden from screen readers, because the figure beside it says the same. */
export function TalkShareBar({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div aria-hidden="true" className="mt-4 max-w-md">
      <div className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-line">
        <span className="bg-green" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1.5 flex justify-between text-xs text-ink-2 tabular">
        <span>You {percent}%</span>
        <span>Interviewer {100 - percent}%</span>
      </p>
    </div>
  );
}

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
  const model = report.source.kind === "model" ? report.source.name : "";
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5 text-sm text-ink-2">
      <p>
        {`Made on ${formatLongDay(madeAt, timeZone)}, ${formatNamedTime(madeAt, timeZone)}${model === "" ? "" : ` with ${model}`}.`}
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
