import type { Party } from "@greenroom/contract/bookings.ts";
import {
  disputeBody,
  disputeClaim,
  disputeClaimAsInterviewer,
  getReport,
  getReportAsInterviewer,
} from "@greenroom/contract/reports/reports.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { queryKeyFor } from "../../../api/query-client.ts";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { reportMessages } from "../messages.ts";

interface DisputeFormProps {
  bookingId: string;
  claimId: string;
  /** The previous objection; empty without one. */
  line: string;
  viewer: Party;
  onCancel: () => void;
  onDone: (message: string) => void;
}

/** A one-line objection to a claim. The claim stays, with this line beside it. */
export function DisputeForm({ bookingId, claimId, line, viewer, onCancel, onDone }: DisputeFormProps) {
  const queryClient = useQueryClient();
  return (
    <Form
      label="Your objection to this point"
      className="mt-3 rounded-sm bg-sunk p-4"
      defaultValues={{ line }}
      resolver={zodResolver(disputeBody)}
      failureMessage={(error) => errorMessage(error, reportMessages.answer)}
      onSubmit={async (body) => {
        const isInterviewer = viewer === "interviewer";
        const dispute = isInterviewer ? disputeClaimAsInterviewer : disputeClaim;
        const { msg } = await call(dispute, { params: { bookingId, claimId }, body });
        const report = isInterviewer ? getReportAsInterviewer : getReport;
        await queryClient.invalidateQueries({ queryKey: queryKeyFor(report) });
        onDone(`✅ ${msg}`);
      }}
    >
      <TextField
        name="line"
        label="What is wrong with this point?"
        hint="One line. The point stays, with your line beside it."
        maxLength={300}
        autoFocus
      />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton size="sm">Send</SubmitButton>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
