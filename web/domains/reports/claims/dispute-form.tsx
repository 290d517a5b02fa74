import { disputeBody } from "@greenroom/contract/reports/reports.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";
import { reportMessages } from "../messages.ts";

interface DisputeFormProps {
  /** The previous objection; empty without one. */
  line: string;
  /** Sends the objection and returns the server's message. */
  onSend: (line: string) => Promise<string>;
  onCancel: () => void;
  onDone: (message: string) => void;
}

/** A one-line objection to a claim. The claim stays, with this line beside it. */
export function DisputeForm({ line, onSend, onCancel, onDone }: DisputeFormProps) {
  return (
    <Form
      label="Your objection to this point"
      className="mt-3 rounded-sm bg-sunk p-4"
      defaultValues={{ line }}
      resolver={zodResolver(disputeBody)}
      failureMessage={(error) => errorMessage(error, reportMessages.answer)}
      onSubmit={async (body) => {
        onDone(withSign("✅", await onSend(body.line)));
      }}
    >
      <TextField
        name="line"
        label="What is wrong with this point?"
        hint="One line. The point stays, with your line beside it. Both of you can read it."
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
