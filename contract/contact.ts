import { z } from "zod";
import { emailSchema } from "./accounts.ts";
import { endpoint, messageSchema } from "./core/endpoint.ts";
import { requiredName } from "./core/names.ts";
import { requiredText } from "./core/text.ts";

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
