import { measuredFacts, transcriptLine } from "@greenroom/contract/review/reports/report-labels.ts";
import type { Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { Card } from "../../ui/display/card.tsx";
import { TalkShareBar } from "./talk-share-bar.tsx";

interface MeasuredStripProps {
  measured: Measured;
  /** What was measured in the interview before; omitted without one. */
  before?: Omit<Measured, "mentorScores"> | null;
  /** True below a note that says how a measured report is made. */
  isExplained?: boolean;
}

/** The measured facts, as figures. */
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
        {!isExplained && <p className="text-sm text-ink-2">Counted, not judged.</p>}
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
