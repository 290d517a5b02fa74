import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import {
  type MaskedDetails,
  type PayoutTarget,
  payoutDetailsHoldHours,
  savePayoutDetailsBody,
} from "@greenroom/contract/money/payout-details.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import type { OutputOf } from "../../api/endpoints.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { formatDateTime } from "../../format/times.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { PasswordField } from "../../forms/secret-fields.tsx";
import { useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { DescriptionList, SegmentedControl } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import { payoutDetailsMessages } from "./messages.ts";

/** The account to which an interviewer's earnings are paid. */
export function PayoutDetails() {
  const details = useQuery(queryOptionsFor("GET /api/interviewer/payout-details"));
  const [isChanging, setChanging] = useState(false);
  const [isCanceled, setCanceled] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const { queryKey } = queryOptionsFor("GET /api/interviewer/payout-details");
  const withdraw = useMutation({
    mutationFn: () => call("DELETE /api/interviewer/payout-details/pending"),
    onSuccess: ({ msg, details: next }) => {
      client.setQueryData(queryKey, next);
      setNotice({ message: msg, tone: "good" });
    },
    onError: (error) =>
      setNotice({ message: errorMessage(error, payoutDetailsMessages.change), tone: "bad" }),
  });
  // The button that was pressed is gone, and after the form, so is its height: without the focus, the message would
  // be above what the window shows.
  useEffect(() => {
    if (notice?.tone === "good") noticeRef.current?.querySelector<HTMLElement>("[data-result]")?.focus();
  }, [notice]);
  return (
    <Card>
      <h2 className="text-xl">Where we pay you</h2>
      <p className="mb-4 mt-1 max-w-2xl text-ink-2">
        A UPI id or a bank account in India, with your PAN. Changes start after {payoutDetailsHoldHours}{" "}
        hours. We email you so you can stop one.
      </p>
      <div ref={noticeRef}>
        <NoticeMessage notice={notice} className="mb-4 scroll-mt-24" />
      </div>
      <QueryContent
        query={details}
        loadingLabel="Loading your payout details…"
        messages={payoutDetailsMessages.load}
      >
        {({ current, pending }) => (
          <div className="grid gap-5">
            {current === null ? <p>No payout details yet.</p> : <Masked details={current} />}
            {pending !== null && (
              <div className="grid gap-3 rounded-md bg-accent-tint px-4 py-3">
                <p className="font-semibold">
                  Starts {formatDateTime(new Date(pending.usableAt), timeZone)},{" "}
                  {timeZoneLabel(timeZone, new Date(pending.usableAt))}
                </p>
                <Masked details={pending} />
                <Button
                  size="sm"
                  variant="quiet"
                  className="justify-self-start"
                  pending={withdraw.isPending}
                  pendingLabel="Withdrawing…"
                  onClick={() => withdraw.mutate()}
                >
                  Withdraw this change
                </Button>
              </div>
            )}
            {isChanging ? (
              <DetailsForm
                onSaved={(msg, next) => {
                  client.setQueryData(queryKey, next);
                  setNotice({ message: msg, tone: "good" });
                  setChanging(false);
                }}
                onCancel={() => {
                  setChanging(false);
                  setCanceled(true);
                }}
              />
            ) : (
              <Button
                // The form has taken the button's place, and the focus with it.
                ref={isCanceled ? focusElement : undefined}
                className="justify-self-start"
                onClick={() => {
                  setChanging(true);
                  setCanceled(false);
                }}
              >
                {current === null && pending === null ? "Add payout details" : "Change payout details"}
              </Button>
            )}
          </div>
        )}
      </QueryContent>
    </Card>
  );
}

function Masked({ details: { kind, holder, account, pan } }: { details: MaskedDetails }) {
  return (
    <DescriptionList
      items={[
        { term: kind === "upi" ? "UPI id" : "Account", detail: account },
        { term: "Holder", detail: holder },
        { term: "PAN", detail: pan },
      ]}
    />
  );
}

type Saved = OutputOf<"PUT /api/interviewer/payout-details">;

interface DetailsFormProps {
  onSaved: (msg: string, details: Saved["details"]) => void;
  onCancel: () => void;
}

const focusElement = (element: HTMLElement | null) => element?.focus();

const empty = {
  upi: { kind: "upi", holder: "", pan: "", upiId: "" },
  bank: { kind: "bank", holder: "", pan: "", accountNumber: "", ifsc: "" },
} as const;

function DetailsForm({ onSaved, onCancel }: DetailsFormProps) {
  const [kind, setKind] = useState<PayoutTarget["kind"]>("upi");
  return (
    <div ref={focusElement} tabIndex={-1} className="outline-none">
      <Form<{ password: string; target: PayoutTarget }>
        label="Payout details"
        defaultValues={{ password: "", target: empty.upi }}
        resolver={zodResolver(savePayoutDetailsBody)}
        failureMessage={(error) => errorMessage(error, payoutDetailsMessages.change)}
        onSubmit={async (body) => {
          const { msg, details } = await call("PUT /api/interviewer/payout-details", { body });
          onSaved(msg, details);
        }}
      >
        {(form) => (
          <>
            <SegmentedControl
              label="How we pay you"
              options={[
                { value: "upi", label: "UPI id" },
                { value: "bank", label: "Bank account" },
              ]}
              value={kind}
              onChange={(next) => {
                const { holder, pan } = form.getValues("target");
                form.clearErrors();
                form.setValue("target", { ...empty[next], holder, pan });
                setKind(next);
              }}
            />
            <TextField name="target.holder" label="Account holder" hint="As on your bank account." required />
            {kind === "upi" ? (
              <TextField
                name="target.upiId"
                label="UPI id"
                hint="For example priya@okbank."
                autoComplete="off"
                required
              />
            ) : (
              <>
                <TextField
                  name="target.accountNumber"
                  label="Account number"
                  inputMode="numeric"
                  autoComplete="off"
                  required
                />
                <TextField
                  name="target.ifsc"
                  label="IFSC"
                  hint="For example HDFC0001234."
                  autoComplete="off"
                  required
                />
              </>
            )}
            <TextField
              name="target.pan"
              label="PAN"
              hint="For example ABCPE1234F."
              autoComplete="off"
              required
            />
            <PasswordField
              name="password"
              label="Your password"
              hint="To protect your payouts."
              autoComplete="current-password"
              required
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton pendingLabel="Saving…">Save payout details</SubmitButton>
              <Button variant="quiet" onClick={onCancel}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  );
}
