import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { ProgressView } from "../../review/progress/progress-view.tsx";
import { reportMessages } from "../../review/reports/report-answers.tsx";
import { useTimeZone } from "../../session/session.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/content.tsx";
import { PracticeProgressSection } from "../practice-progress-section.tsx";

const title = "Progress";

export const meta = () => pageMeta(title);

export default function ProgressPage() {
  const timeZone = useTimeZone();
  const progress = useQuery(queryOptionsFor("GET /api/user/progress"));
  return (
    <>
      <PageHeader
        title={title}
        detail="What your interviews show together, and how certain it is. An interviewer you book sees these scores and figures, too, but not your practice."
        aside={
          <Link to={paths.booking} className={buttonClass()}>
            Book an interview
          </Link>
        }
      />
      <div className={clsx(progress.isPending && "min-h-dvh")}>
        <QueryContent
          query={progress}
          loadingLabel="Loading your progress…"
          messages={reportMessages.progress}
        >
          {(data) => (
            <ProgressView
              progress={data}
              timeZone={timeZone}
              emptyDetail="After your first interview, its scores and what was measured appear here, and each further one is added."
            />
          )}
        </QueryContent>
      </div>
      {/* Not shown until its place is known. */}
      <div className={clsx(progress.isPending && "hidden")}>
        <PracticeProgressSection />
      </div>
    </>
  );
}
