import { useState } from "react";
import { call, errorMessage, loadForCall, networkMessages } from "../../api/client.ts";
import { TextAreaField, TextField } from "../../forms/fields.tsx";
import { Form, lateResolver } from "../../forms/form.tsx";
import { FormDraft } from "../../session/form-draft.tsx";
import { StatusMessage } from "../../ui/status.tsx";

const messages = { failed: "Failed to send message", network: networkMessages.unavailableInForm };

interface ContactMessage {
  name: string;
  email: string;
  message: string;
  website: string;
}

const draftFields = ["name", "email", "message"];

/** The schema and the endpoint, loaded when somebody starts to type. */
const loadContract = () => import("./message-resolver.ts");
const resolver = lateResolver(() =>
  loadContract().then(({ contactMessageResolver }) => contactMessageResolver),
);

export function ContactForm() {
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  return (
    <div className="grid gap-4">
      <Form<ContactMessage>
        label="Contact"
        defaultValues={{ name: "", email: "", message: "", website: "" }}
        resolver={resolver}
        failureMessage={(error) => errorMessage(error, messages)}
        onSubmit={async (body, form) => {
          setSentMessage(null);
          await call((await loadForCall(loadContract)).sendContactMessage, { body });
          form.reset();
          setSentMessage("Message sent — we will contact you soon!");
        }}
        submitLabel="Send message"
        pendingLabel="Sending…"
      >
        <TextField name="name" label="Name" autoComplete="name" required />
        <TextField name="email" type="email" label="Email" autoComplete="email" required />
        {/* Hidden from people. Robots fill it in, and the server discards their message. */}
        <div aria-hidden="true" className="absolute -left-[200vw]">
          <TextField name="website" label="Website" tabIndex={-1} autoComplete="off" />
        </div>
        <TextAreaField name="message" label="Message" required />
        <FormDraft name="contact" fields={draftFields} />
      </Form>
      <StatusMessage message={sentMessage} tone="good" />
    </div>
  );
}
