import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { lightEndpoints } from "../../../api/light-endpoint.ts";
import { networkMessages } from "../../../api/network-messages.ts";
import { Form } from "../../../forms/form.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { FormDraft } from "../../../session/drafts/form-draft.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";

const messages = { failed: "Failed to send message", network: networkMessages.unavailableInForm };

interface ContactMessage {
  name: string;
  email: string;
  message: string;
  website: string;
}

const draftFields = ["name", "email", "message"];

/** The schema is loaded when somebody starts to type. If that fails, the server's response names the fields. */
const lazyResolver: Resolver<ContactMessage> = async (values, context, options) => {
  try {
    const { contactMessageResolver } = await import("../message-resolver.ts");
    return await contactMessageResolver(values, context, options);
  } catch (error) {
    console.warn("The form's schema could not be loaded; the server validates", error);
    return { values, errors: {} };
  }
};

export function ContactForm() {
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  return (
    <div className="grid gap-4">
      <Form<ContactMessage>
        label="Contact"
        defaultValues={{ name: "", email: "", message: "", website: "" }}
        resolver={lazyResolver}
        failureMessage={(error) => errorMessage(error, messages)}
        onSubmit={async (body, form) => {
          setSentMessage(null);
          await call(lightEndpoints.sendContactMessage, { body });
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
