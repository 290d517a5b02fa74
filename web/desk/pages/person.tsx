import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useParams } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { PageHeader } from "../../ui/content.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import { ClosedDays } from "../bookings/closed-days.tsx";
import { MentorPageCard } from "../interviewers/mentor-page-card.tsx";
import { BackLink, deskMeta } from "../layout/desk-parts.tsx";
import { PersonActions } from "../people/person-actions.tsx";
import { PersonDetails, PersonFigures } from "../people/person-summary.tsx";
import { Timeline } from "../people/timeline.tsx";

export const meta = () => deskMeta("Person");

/** One person: money first, then the timeline, and the operator's actions. */
export default function PersonPage() {
  const { id = "" } = useParams();
  const person = useQuery({
    ...queryOptionsFor("GET /api/operator/people/:id", { params: { id } }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const access = useQuery(queryOptionsFor("GET /api/operator/access"));

  return (
    <>
      <BackLink to={paths.operatorPeople}>All people</BackLink>
      <OperatorQueryContent query={person} titleBefore="Person" loadingLabel="Loading this person…">
        {(loaded) => (
          <>
            <PageHeader
              title={loaded.name === "" ? loaded.email : loaded.name}
              detail={
                <span title="Viewing this page is logged.">
                  <Eye role="img" aria-label="Viewing this page is logged." className="size-5" />
                </span>
              }
            />
            <PersonFigures person={loaded} />
            {loaded.role === "interviewer" && (
              <ClosedDays title="Days closed by us" person={loaded._id} isOnTheirPage />
            )}
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid gap-5 lg:order-last">
                <PersonDetails person={loaded} />
                {loaded.mentorPage && <MentorPageCard person={loaded} page={loaded.mentorPage} />}
                {!loaded.isDeleted && (
                  <PersonActions person={loaded} level={access.data?.level ?? "support"} />
                )}
              </div>
              <Timeline key={loaded._id} person={loaded} />
            </div>
          </>
        )}
      </OperatorQueryContent>
    </>
  );
}
