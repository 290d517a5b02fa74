import { contactMessageSchema, sendContactMessage } from "@greenroom/contract/contact.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";

const sentences = { failed: "Failed to send message", network: "Network error or server unavailable" };

export function ContactForm() {
  const [sent, setSent] = useState<string | null>(null);
  return (
    <div className="grid gap-4">
      <Form
        label="Contact"
        defaultValues={{ name: "", email: "", message: "", website: "" }}
        resolver={zodResolver(contactMessageSchema.required())}
        failureMessage={(error) => messageOf(error, sentences)}
        onSubmit={async (body, form) => {
          setSent(null);
          await call(sendContactMessage, { body });
          form.reset();
          setSent("Message sent — we will contact you soon!");
        }}
        submitLabel="Send message"
        pendingLabel="Sending…"
      >
        <TextField name="name" label="Name" autoComplete="name" required />
        <TextField name="email" type="email" label="Email" autoComplete="email" required />
        {/* Out of sight and reach of people; robots fill it in and are thanked for nothing. */}
        <div aria-hidden="true" className="absolute -left-[200vw]">
          <TextField name="website" label="Website" tabIndex={-1} autoComplete="off" />
        </div>
        <TextAreaField name="message" label="Message" required />
      </Form>
      <StatusMessage message={sent} tone="good" />
    </div>
  );
}
