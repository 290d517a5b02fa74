import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { pageMeta } from "../../../app/page-meta.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { OwnPageForm } from "../own-page-form.tsx";
import { loadPageMessages, PageState } from "../own-page-state.tsx";

export const meta = () => pageMeta("Your page");

/** The mentor's own page: a form, and beside it the page as everybody sees it. */
export default function OwnPage() {
  const page = useQuery(queryOptionsFor("GET /api/interviewer/profile"));
  return (
    <>
      <PageHeader
        title="Your page"
        detail="Candidates read it before they choose you."
        aside={page.data && <PageState page={page.data} />}
      />
      <QueryContent query={page} loadingLabel="Loading your page…" messages={loadPageMessages} lines={8}>
        {(data) => <OwnPageForm page={data} />}
      </QueryContent>
    </>
  );
}
