import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { EarningsContent } from "../components/earnings-content.tsx";
import { ExportEarnings } from "../components/export-earnings.tsx";

export const meta = () => pageMeta("Earnings");

export default function EarningsPage() {
  return (
    <>
      <PageHeader
        title="Earnings"
        detail={
          <>
            Every interview that you hold adds a pending amount. It is credited once your feedback PDF is
            uploaded in{" "}
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
