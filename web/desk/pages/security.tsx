import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { DescriptionList, PageHeader } from "../../ui/content.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { confirmationLasts } from "../access/confirmation.tsx";
import { OperatorQueryContent, useOperatorCall } from "../access/operator-calls.tsx";
import { RecoveryCodes } from "../access/set-up-second-factor.tsx";
import { DeskTime, deskMeta, operatorMessages } from "../layout/desk-parts.tsx";

export const meta = () => deskMeta("Security");

/** The operator's own second factor, and closing the desk in this browser. */
export default function SecurityPage() {
  const access = useQuery(queryOptionsFor("GET /api/operator/access"));
  const operatorCall = useOperatorCall();
  const [isAsking, setAsking] = useState(false);
  const makeCodes = useMutation({
    mutationFn: () => operatorCall("POST /api/operator/recovery-codes"),
    onSuccess: () => access.refetch(),
  });
  const close = useMutation({
    mutationFn: () => call("DELETE /api/operator/access"),
    onSuccess: () => access.refetch(),
  });
  const failure = makeCodes.error ?? close.error;
  const codes = makeCodes.data?.recoveryCodes;

  return (
    <>
      <PageHeader title="Security" detail="Your second factor for the operator's desk." />
      <OperatorQueryContent query={access} loadingLabel="Loading your access…">
        {({ level, openUntil, confirmedUntil, recoveryCodesLeft }) => (
          <Card>
            <DescriptionList
              items={[
                {
                  term: "Level",
                  detail:
                    level === "owner" ? "Owner: everything" : "Support: read, cancel, grant up to a limit",
                },
                {
                  term: "Open in this browser until",
                  detail: openUntil === null ? "" : <DeskTime at={openUntil} />,
                },
                {
                  term: "Confirmed for money, roles and exports until",
                  detail: (
                    <>
                      {confirmedUntil === null ? <span>Not now</span> : <DeskTime at={confirmedUntil} />}
                      <span className="block text-sm font-normal text-ink-2">{confirmationLasts}</span>
                    </>
                  ),
                },
                { term: "Recovery codes left", detail: String(recoveryCodesLeft) },
              ]}
            />
            <StatusMessage
              className="mt-4"
              message={failure === null ? null : errorMessage(failure, operatorMessages.action)}
              tone="bad"
            />
            <div className="mt-5 flex flex-wrap gap-3">
              <Button
                variant="quiet"
                pending={makeCodes.isPending}
                pendingLabel="Making new codes…"
                onClick={() => setAsking(true)}
              >
                Make new recovery codes
              </Button>
              <Button
                variant="quiet"
                pending={close.isPending}
                pendingLabel="Closing…"
                onClick={() => close.mutate()}
              >
                Close the desk in this browser
              </Button>
            </div>
          </Card>
        )}
      </OperatorQueryContent>
      <ConfirmDialog
        open={isAsking}
        title="Make new recovery codes?"
        message="The codes that you have stop working at once. The new ones are shown only once."
        confirmLabel="Make new codes"
        onConfirm={() => {
          setAsking(false);
          makeCodes.mutate();
        }}
        onCancel={() => setAsking(false)}
      />
      {codes !== undefined && (
        <Card className="mt-6">
          <RecoveryCodes codes={codes} doneLabel="I have saved them" onDone={makeCodes.reset} />
        </Card>
      )}
    </>
  );
}
