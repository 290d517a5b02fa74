import { z } from "zod";
import { emailSchema } from "./accounts.ts";
import { endpoint, messageSchema } from "./endpoint.ts";
import { requiredLine, requiredText } from "./text.ts";

export const contactMessageSchema = z.strictObject({
  name: requiredLine({ label: "Name", max: 120 }),
  email: emailSchema,
  message: requiredText({ label: "Message", max: 5000 }),
  /** A field that people do not see and robots fill in. A message with it is thanked for and thrown away. */
  website: z.string().max(2000).optional(),
});

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  access: "public",
  summary: "Write to us",
  body: contactMessageSchema,
  output: messageSchema,
});
