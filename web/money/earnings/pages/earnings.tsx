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
            Every interview you give adds a pending amount. It is credited once your feedback is in, under{" "}
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
