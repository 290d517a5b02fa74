import { getOperatorAccess } from "@greenroom/contract/desk/access.ts";
import { getPerson, getTimeline } from "@greenroom/contract/desk/people.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { PageHeader } from "../../ui/content.tsx";
import { OperatorQueryContent } from "../access/operator-query-content.tsx";
import { ClosedDays } from "../bookings/closed-days.tsx";
import { BackLink } from "../layout/back-link.tsx";
import { deskMeta } from "../layout/desk-meta.ts";
import { PersonActions } from "../people/person-actions.tsx";
import { PersonDetails, PersonFigures } from "../people/person-summary.tsx";
import { Timeline } from "../people/timeline.tsx";
import { type ActionResult, ResultNotice } from "../results/result-notice.tsx";

export const meta = () => deskMeta("Person");

/** One person: money first, then the timeline, and the operator's actions. */
export default function PersonPage() {
  const { id = "" } = useParams();
  const client = useQueryClient();
  const person = useQuery({
    ...queryOptionsFor(getPerson, { params: { id } }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const access = useQuery(queryOptionsFor(getOperatorAccess));
  const [result, setResult] = useState<ActionResult | null>(null);

  function showResult(done: ActionResult) {
    setResult(done);
    void client.invalidateQueries({ queryKey: queryKeyFor(getPerson) });
    void client.invalidateQueries({ queryKey: queryKeyFor(getTimeline) });
  }

  return (
    <>
      <BackLink to={paths.operatorPeople}>All people</BackLink>
      <OperatorQueryContent query={person} titleBefore="Person" loadingLabel="Loading this person…">
        {(loaded) => (
          <>
            <PageHeader
              title={loaded.name === "" ? loaded.email : loaded.name}
              detail="Viewing this page is logged."
            />
            <ResultNotice result={result} onResult={showResult} />
            <PersonFigures person={loaded} />
            {loaded.role === "interviewer" && (
              <ClosedDays title="Days closed by us" person={loaded._id} isOnTheirPage onDone={showResult} />
            )}
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid gap-5 lg:order-last">
                <PersonDetails person={loaded} />
                {!loaded.isDeleted && (
                  <PersonActions
                    person={loaded}
                    level={access.data?.level ?? "support"}
                    onDone={showResult}
                  />
                )}
              </div>
              <Timeline key={loaded._id} person={loaded} onDone={(msg) => showResult({ msg })} />
            </div>
          </>
        )}
      </OperatorQueryContent>
    </>
  );
}
