import {
  type ApplicationDetail,
  approveApplication,
  declineApplication,
  eraseApplications,
  exportApplication,
  inviteToTrial,
  requestApplicantDetails,
} from "@greenroom/contract/desk/applications.ts";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextAreaField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import { useOperatorDownload } from "../access/use-operator-call.ts";
import { DownloadButton, DownloadProblem } from "../actions/download-button.tsx";
import { SubjectActionDialog } from "../actions/subject-action-dialog.tsx";

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
type ActionName = EmailAction | "approve" | "erase";

interface ApplicationActionsProps {
  application: ApplicationDetail;
  level: OperatorLevel;
  onDone: (msg: string) => void;
  onErased: () => void;
}

/** The actions on an application. Owners approve and erase. */
export function ApplicationActions({ application, level, onDone, onErased }: ApplicationActionsProps) {
  const [open, setOpen] = useState<ActionName | null>(null);
  const { _id, state, name } = application;
  const isUndecided = state !== "approved" && state !== "declined";
  const isOwner = level === "owner";
  const download = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => download(exportApplication, "application.json", { id: _id }),
  });
  const close = () => setOpen(null);
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">Actions</h2>
      <div className="flex flex-wrap gap-2">
        {isUndecided && isOwner && (
          <Button size="sm" onClick={() => setOpen("approve")}>
            Approve
          </Button>
        )}
        {isUndecided &&
          (Object.keys(emailActions) as EmailAction[]).map((emailAction) => (
            <Button key={emailAction} size="sm" variant="quiet" onClick={() => setOpen(emailAction)}>
              {emailActions[emailAction].title}
            </Button>
          ))}
        {isOwner && (
          <>
            <DownloadButton save={save} size="sm">
              Export
            </DownloadButton>
            <Button size="sm" variant="quiet" className="!text-red" onClick={() => setOpen("erase")}>
              Erase
            </Button>
          </>
        )}
      </div>
      {isUndecided && !isOwner && <p className="text-sm text-ink-2">An owner approves applications.</p>}
      <DownloadProblem save={save} />
      {open === "approve" && (
        <SubjectActionDialog
          title={`Approve ${name}`}
          confirmLabel="Approve"
          subjectId={_id}
          action={approveApplication}
          onDone={onDone}
          onClose={close}
        />
      )}
      {open === "erase" && (
        <SubjectActionDialog
          title="Erase applications"
          confirmLabel="Erase"
          danger
          subjectId={_id}
          action={eraseApplications}
          onDone={onErased}
          onClose={close}
        />
      )}
      {open !== null && open !== "approve" && open !== "erase" && (
        <EmailActionDialog emailAction={open} subjectId={_id} onDone={onDone} onClose={close} />
      )}
    </Card>
  );
}

interface EmailActionDialogProps {
  emailAction: EmailAction;
  subjectId: string;
  onDone: (msg: string) => void;
  onClose: () => void;
}

/** Asks for the text, and then shows a preview of its email. */
function EmailActionDialog({ emailAction, subjectId, onDone, onClose }: EmailActionDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const { action, title, label, isRequired } = emailActions[emailAction];
  if (text !== null) {
    return (
      <SubjectActionDialog
        title={title}
        confirmLabel="Send"
        pendingLabel="Sending…"
        subjectId={subjectId}
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
