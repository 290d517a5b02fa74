import { Link } from "react-router";
import { pageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { EarningsContent, ExportEarnings } from "../earnings-content.tsx";

export const meta = () => pageMeta("Earnings");

export default function EarningsPage() {
  return (
    <>
      <PageHeader
        title="Earnings"
        detail={
          <>
            You earn when you send your feedback. Write it under{" "}
            <Link to={paths.history} className="link">
              History
            </Link>
            .
          </>
        }
        aside={<ExportEarnings />}
      />
      <EarningsContent />
    </>
  );
}
