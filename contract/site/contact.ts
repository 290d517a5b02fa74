import { z } from "zod";
import { endpoint, messageSchema } from "../kernel/endpoint.ts";
import { requiredName } from "../kernel/names.ts";
import { requiredText } from "../kernel/text.ts";
import { emailSchema } from "../people/accounts.ts";

export const contactMessageSchema = z.strictObject({
  name: requiredName("Name"),
  email: emailSchema,
  message: requiredText({ label: "Message", max: 5000 }),
  /** A hidden field that only bots fill in. A message with it gets the usual answer and is discarded. */
  website: z.string().max(2000).optional(),
});

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  access: "public",
  limit: "contact-by-address",
  summary: "Write to us",
  body: contactMessageSchema,
  output: messageSchema,
});
