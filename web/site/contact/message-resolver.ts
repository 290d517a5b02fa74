import { contactMessageSchema, sendContactMessage } from "@greenroom/contract/site/site.ts";
import { zodResolver } from "@hookform/resolvers/zod";

/* Validates and sends the form by the contract. A separate module, because zod is larger than the page with the form. */
export const contactMessageResolver = zodResolver(contactMessageSchema.required());
export { sendContactMessage };
