import { Link, useParams } from "react-router";
import { pageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/content.tsx";
import { RoundReport } from "../rounds/round-report.tsx";

const title = "Practice report";

export const meta = () => pageMeta(title);

export default function PracticeReportPage() {
  const { id = "" } = useParams();
  return (
    <>
      <PageHeader
        title={title}
        detail="One round, from your answers, your code and its tests. Only you see this."
        aside={
          <Link to={paths.practiceHistory} className={buttonClass({ variant: "ghost" })}>
            All answers
          </Link>
        }
      />
      <RoundReport roundId={id} />
    </>
  );
}
