import type { OwnMentorPage } from "@greenroom/contract/people/mentors.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { networkMessages } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Pill } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";

export const loadPageMessages = { failed: "Failed to load your page.", network: networkMessages.short };

/** Whether everybody can see the page. */
export function PageState({ page: { hidden, isListed, slug } }: { page: OwnMentorPage }) {
  if (hidden !== null)
    return (
      <Pill status="bad" className="justify-self-start">
        Taken down by us
      </Pill>
    );
  if (!isListed) return <Pill className="justify-self-start">Only you can see it</Pill>;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Pill status="ready">Everybody can see it</Pill>
      {/* A page of the site, not of the dashboard. */}
      <a href={paths.mentor(slug)} className="link">
        Open your page
      </a>
    </span>
  );
}

/** The own page in the account: its state, and the way to it. */
export function OwnPageCard() {
  const page = useQuery(queryOptionsFor("GET /api/interviewer/profile"));
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Your page</h2>
        <p className="mt-1.5 text-ink-2">Candidates read it before they choose you.</p>
      </div>
      <QueryContent
        query={page}
        loadingLabel="Loading your page…"
        messages={loadPageMessages}
        lines={1}
        isInline
      >
        {(data) => <PageState page={data} />}
      </QueryContent>
      <Link
        to={paths.ownPage}
        className={buttonClass({ variant: "quiet", size: "sm", className: "justify-self-start" })}
      >
        Edit your page
      </Link>
    </Card>
  );
}
