import { disputeBody } from "@greenroom/contract/review/reports/reports.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";
import { reportMessages } from "../messages.ts";

interface DisputeFormProps {
  /** The previous dispute, or what was typed before the form was closed; empty without either. */
  line: string;
  /** Keeps what is typed for the next time that the form is opened. */
  onType: (line: string) => void;
  /** Sends the dispute and returns the server's message. */
  onSend: (line: string) => Promise<string>;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** A one-line dispute of a claim. The claim stays, with this line beside it. */
export function DisputeForm({ line, onType, onSend, onClose, onDone }: DisputeFormProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the form, wherever the focus is in it
    <div
      onInput={({ target }) => target instanceof HTMLInputElement && onType(target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Form
        label="Why you dispute this point"
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
          <Button variant="ghost" size="sm" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </div>
  );
}
