import {
  type ApplicationDetail,
  type ApplicationState,
  applicationStates,
} from "@greenroom/contract/desk/interviewers.ts";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { applicationRoleLabels } from "@greenroom/contract/people/application-options.ts";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Pill } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import type { LightStatus } from "../../ui/status.tsx";
import { DownloadButton, DownloadProblem, useOperatorDownload } from "../access/operator-calls.tsx";
import { ActionButton } from "../actions/action-dialog.tsx";
import { DeskTime } from "../layout/desk-parts.tsx";
import { DeskList } from "../table/data-table.tsx";

/** Applications to give interviews, newest first. */
export function ApplicationTable() {
  return (
    <DeskList
      list={"GET /api/operator/applications"}
      caption="Applications"
      noun="applications"
      filters={[
        {
          name: "state",
          label: "State",
          all: "Every state",
          choices: Object.fromEntries(
            applicationStates.map((state) => [state, applicationStateTexts[state].label]),
          ),
        },
      ]}
      empty={{ title: "No applications", detail: "People apply at /interview-with-us." }}
      columns={[
        {
          header: "Name",
          isHeading: true,
          cell: ({ _id, name }) => (
            <Link to={paths.operatorApplication(_id)} className="link font-semibold">
              {name}
            </Link>
          ),
        },
        { header: "Years", align: "end", cell: ({ years }) => years },
        {
          header: "Roles",
          cell: ({ roles }) => roles.map((role) => applicationRoleLabels[role]).join(", "),
        },
        {
          header: "State",
          cell: (application) => <ApplicationStatePill state={application.state} />,
        },
        { header: "Applied", cell: ({ submittedAt }) => <DeskTime at={submittedAt} /> },
      ]}
    />
  );
}

interface ApplicationActionsProps {
  application: ApplicationDetail;
  level: OperatorLevel;
  onErased: () => void;
}

/** The actions on an application. Owners approve and erase. */
export function ApplicationActions({ application, level, onErased }: ApplicationActionsProps) {
  const { _id, state, name } = application;
  const isUndecided = state !== "approved" && state !== "declined";
  const isOwner = level === "owner";
  const download = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => download("GET /api/operator/applications/:id/data", "application.json", { id: _id }),
  });
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">Actions</h2>
      <div className="flex flex-wrap gap-2">
        {isUndecided && isOwner && (
          <ActionButton
            button={{ variant: "primary" }}
            title={`Approve ${name}`}
            confirmLabel="Approve"
            id={_id}
            action={"POST /api/operator/applications/:id/approve"}
          >
            Approve
          </ActionButton>
        )}
        {isUndecided && (
          <>
            <EmailButton
              title="Ask the applicant"
              action={"POST /api/operator/applications/:id/ask"}
              id={_id}
              label="Your question"
            />
            <EmailButton
              title="Invite to a trial"
              action={"POST /api/operator/applications/:id/trial"}
              id={_id}
              label="Times to choose from"
            />
            <EmailButton
              title="Decline"
              action={"POST /api/operator/applications/:id/decline"}
              id={_id}
              label="A few words of your own"
              optional
            />
          </>
        )}
        {isOwner && (
          <>
            <DownloadButton save={save} size="sm">
              Export
            </DownloadButton>
            <ActionButton
              button={{ className: "!text-red" }}
              title="Erase applications"
              confirmLabel="Erase"
              danger
              id={_id}
              action={"POST /api/operator/applications/:id/erase"}
              onDone={onErased}
            >
              Erase
            </ActionButton>
          </>
        )}
      </div>
      {isUndecided && !isOwner && <p className="text-sm text-ink-2">An owner approves applications.</p>}
      <DownloadProblem save={save} />
    </Card>
  );
}

interface EmailButtonProps {
  title: string;
  action: `POST /api/operator/applications/:id/${"ask" | "trial" | "decline"}`;
  id: string;
  /** Of the text in the email. */
  label: string;
  optional?: boolean;
}

/** An action that sends an email to the applicant. */
function EmailButton({ title, action, id, label, optional = false }: EmailButtonProps) {
  const hint = "The applicant gets it by email.";
  return (
    <ActionButton
      title={title}
      action={action}
      id={id}
      fields={[{ name: "text", label, hint, type: "paragraph", maxLength: 2000, optional }]}
      confirmLabel="Send"
      pendingLabel="Sending…"
    />
  );
}

export const applicationStateTexts: Record<ApplicationState, { label: string; status: LightStatus }> = {
  received: { label: "New", status: "wait" },
  asked: { label: "Asked", status: "off" },
  trial: { label: "Trial", status: "off" },
  approved: { label: "Approved", status: "ready" },
  declined: { label: "Declined", status: "off" },
};

export function ApplicationStatePill({ state }: { state: ApplicationState }) {
  const { label, status } = applicationStateTexts[state];
  return <Pill status={status}>{label}</Pill>;
}
