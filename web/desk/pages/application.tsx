import type { ApplicationDetail } from "@greenroom/contract/desk/interviewers.ts";
import {
  applicationLevelLabels,
  applicationRoleLabels,
} from "@greenroom/contract/people/application-options.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { BreakableAddress, DescriptionList, PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import {
  ApplicationActions,
  ApplicationStatePill,
  applicationStateTexts,
} from "../interviewers/applications.tsx";
import { BackLink, DeskTime, deskMeta, useDeskTime } from "../layout/desk-parts.tsx";

export const meta = () => deskMeta("Application");

const listPath = `${paths.operatorInterviewers}?view=applications`;

/** One application to give interviews: the sample review, the applicant, and our answers. */
export default function ApplicationPage() {
  const { id = "" } = useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const formatTime = useDeskTime();
  const application = useQuery({
    ...queryOptionsFor("GET /api/operator/applications/:id", { params: { id } }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const access = useQuery(queryOptionsFor("GET /api/operator/access"));

  function leaveErased() {
    client.removeQueries({ queryKey: queryKeyFor("GET /api/operator/applications/:id") });
    void navigate(listPath, { replace: true });
  }

  return (
    <>
      <BackLink to={listPath}>All applications</BackLink>
      <OperatorQueryContent
        query={application}
        titleBefore="Application"
        loadingLabel="Loading this application…"
      >
        {(loaded) => (
          <>
            <PageHeader
              title={loaded.name}
              detail={`Applied ${formatTime(loaded.submittedAt)}.`}
              aside={<ApplicationStatePill state={loaded.state} />}
            />
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid gap-5 lg:order-last">
                <Applicant application={loaded} />
                <ApplicationActions
                  application={loaded}
                  level={access.data?.level ?? "support"}
                  onErased={leaveErased}
                />
              </div>
              <div className="grid gap-5">
                <TextCard title="Review of the sample interview">{loaded.sampleReview}</TextCard>
                <TextCard title="Experience">{loaded.experience}</TextCard>
                <TextCard title="Availability">{loaded.availability}</TextCard>
                <Steps application={loaded} />
              </div>
            </div>
          </>
        )}
      </OperatorQueryContent>
    </>
  );
}

function Applicant({ application }: { application: ApplicationDetail }) {
  const { email, years, roles, levels, profileUrl, accountId } = application;
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Applicant</h2>
      <DescriptionList
        items={[
          { term: "Address", detail: <BreakableAddress>{email}</BreakableAddress> },
          { term: "Years", detail: years },
          { term: "Roles", detail: roles.map((role) => applicationRoleLabels[role]).join(", ") },
          { term: "Levels", detail: levels.map((level) => applicationLevelLabels[level]).join(", ") },
          {
            term: "Profile",
            detail: (
              <a href={profileUrl} target="_blank" rel="noopener noreferrer nofollow" className="link">
                <BreakableAddress>{profileUrl}</BreakableAddress>
              </a>
            ),
          },
          {
            term: "Account",
            detail:
              accountId === null ? (
                "None with this address"
              ) : (
                <Link to={paths.operatorPerson(accountId)} className="link">
                  Open the person
                </Link>
              ),
          },
        ]}
      />
    </Card>
  );
}

function TextCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-2 text-lg">{title}</h2>
      <p className="max-w-prose whitespace-pre-wrap break-words">{children}</p>
    </Card>
  );
}

function Steps({ application: { steps } }: { application: ApplicationDetail }) {
  if (steps.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-3 text-lg">Our replies</h2>
      <ol className="grid gap-3">
        {steps.map(({ state, text, by, at }) => (
          <li key={at}>
            <p className="text-sm text-ink-2">
              <span className="font-semibold text-ink">{applicationStateTexts[state].label}</span> by{" "}
              {by.name}, <DeskTime at={at} />
            </p>
            {text !== "" && <p className="max-w-prose whitespace-pre-wrap break-words">{text}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
