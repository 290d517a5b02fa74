import {
  type ApplicationDetail,
  type ApplicationRow,
  type ApplicationState,
  applicationStates,
  approveApplication,
  declineApplication,
  eraseApplications,
  exportApplication,
  inviteToTrial,
  listApplications,
  listApplicationsCsv,
  requestApplicantDetails,
} from "@greenroom/contract/desk/interviewers.ts";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { applicationRoleLabels } from "@greenroom/contract/people/application-options.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { TextAreaField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { paths } from "../../paths.ts";
import { Pill } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Field, Select } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import type { LightStatus } from "../../ui/status.tsx";
import { DownloadButton, DownloadProblem, useOperatorDownload } from "../access/operator-calls.tsx";
import { ActionButton, ActionDialog, DialogButton, type DialogProps } from "../actions/action-dialog.tsx";
import type { Result } from "../actions/result-notice.tsx";
import { DeskTime } from "../layout/desk-parts.tsx";
import { DataTable, useAddressFilter } from "../table/data-table.tsx";

/** Applications to give interviews, newest first. */
export function ApplicationTable() {
  const { values, set } = useAddressFilter(["state"]);
  const state = applicationStates.find((known) => known === values.state);
  const applications = useInfiniteQuery({
    ...pageOptionsFor(listApplications, { state }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <div className="mb-4 max-w-56">
        <Field label="State">
          {(control) => (
            <Select
              {...control}
              value={state ?? ""}
              onChange={({ currentTarget }) => set({ state: currentTarget.value })}
            >
              <option value="">Every state</option>
              {applicationStates.map((known) => (
                <option key={known} value={known}>
                  {applicationStateTexts[known].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <DataTable<ApplicationRow>
        caption="Applications"
        query={applications}
        rowId={({ _id }) => _id}
        itemsLabel="applications"
        csv={{ endpoint: listApplicationsCsv, query: { state } }}
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
    </>
  );
}

/** Actions that send an email to the applicant. */
const emailActions = {
  ask: {
    action: requestApplicantDetails,
    title: "Ask the applicant",
    label: "Your question",
    isRequired: true,
  },
  trial: {
    action: inviteToTrial,
    title: "Invite to a trial",
    label: "Times to choose from",
    isRequired: true,
  },
  decline: {
    action: declineApplication,
    title: "Decline",
    label: "A few words of your own",
    isRequired: false,
  },
} as const;
type EmailAction = keyof typeof emailActions;

interface ApplicationActionsProps {
  application: ApplicationDetail;
  level: OperatorLevel;
  onDone: (result: Result) => void;
  onErased: () => void;
}

/** The actions on an application. Owners approve and erase. */
export function ApplicationActions({ application, level, onDone, onErased }: ApplicationActionsProps) {
  const { _id, state, name } = application;
  const isUndecided = state !== "approved" && state !== "declined";
  const isOwner = level === "owner";
  const download = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => download(exportApplication, "application.json", { id: _id }),
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
            action={approveApplication}
            onDone={onDone}
          >
            Approve
          </ActionButton>
        )}
        {isUndecided &&
          (Object.keys(emailActions) as EmailAction[]).map((emailAction) => (
            <DialogButton
              key={emailAction}
              dialog={(onClose) => (
                <EmailActionDialog emailAction={emailAction} id={_id} onDone={onDone} onClose={onClose} />
              )}
            >
              {emailActions[emailAction].title}
            </DialogButton>
          ))}
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
              action={eraseApplications}
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

interface EmailActionDialogProps extends DialogProps {
  emailAction: EmailAction;
  id: string;
}

/** Asks for the text, and then shows a preview of its email. */
function EmailActionDialog({ emailAction, id, onDone, onClose }: EmailActionDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const { action, title, label, isRequired } = emailActions[emailAction];
  if (text !== null) {
    return (
      <ActionDialog
        title={title}
        confirmLabel="Send"
        pendingLabel="Sending…"
        id={id}
        action={action}
        input={{ text }}
        onDone={onDone}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal open title={title} description="The applicant gets it by email." onClose={onClose}>
      <Form
        label={title}
        defaultValues={{ text: "" }}
        submitLabel="See the email"
        onSubmit={async (values) => setText(values.text)}
      >
        <TextAreaField
          name="text"
          label={label}
          rows={5}
          maxLength={2000}
          required={isRequired}
          optional={!isRequired}
          rules={{
            validate: (value: string) => !isRequired || value.trim() !== "" || `${label} is required.`,
          }}
        />
      </Form>
    </Modal>
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
