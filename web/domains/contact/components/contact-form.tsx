import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { lightEndpoints } from "../../../api/light-endpoint.ts";
import { Form } from "../../../forms/form.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { FormDraft } from "../../accounts/form-draft.tsx";

const sentences = { failed: "Failed to send message", network: "Network error or server unavailable" };

interface Message {
  name: string;
  email: string;
  message: string;
  website: string;
}

const keptFields = ["name", "email", "message"];

/** The rules come along when somebody begins to write. Where they cannot be had, the server's answer names the fields. */
const checkLater: Resolver<Message> = async (values, context, options) => {
  try {
    const { messageResolver } = await import("../message-resolver.ts");
    return await messageResolver(values, context, options);
  } catch (error) {
    console.warn("The form is checked by the server alone", error);
    return { values, errors: {} };
  }
};

export function ContactForm() {
  const [sent, setSent] = useState<string | null>(null);
  return (
    <div className="grid gap-4">
      <Form<Message>
        label="Contact"
        defaultValues={{ name: "", email: "", message: "", website: "" }}
        resolver={checkLater}
        failureMessage={(error) => messageOf(error, sentences)}
        onSubmit={async (body, form) => {
          setSent(null);
          await call(lightEndpoints.sendContactMessage, { body });
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
        <FormDraft name="contact" fields={keptFields} />
      </Form>
      <StatusMessage message={sent} tone="good" />
    </div>
  );
}
