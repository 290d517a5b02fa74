import type { Progress } from "@greenroom/contract/review/reports/progress.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { AreaRows } from "./area-rows.tsx";

/** The progress up to a report, shown below its claims on screens that are too narrow for two columns. */
export function ReportProgress({ progress, timeZone }: { progress: Progress; timeZone: string }) {
  return (
    <section aria-labelledby="report-progress">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="report-progress" className="text-xl">
          Progress over {progress.interviews.length} interviews
        </h2>
        <Link to={paths.progress} className="link inline-block min-h-6 content-center text-sm">
          All of your progress
        </Link>
      </div>
      <AreaRows progress={progress} timeZone={timeZone} />
    </section>
  );
}
