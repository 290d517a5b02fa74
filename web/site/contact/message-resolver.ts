import { contactMessageSchema } from "@greenroom/contract/site/site.ts";
import { zodResolver } from "@hookform/resolvers/zod";

/* Validates the form by the contract. A separate module, because zod is larger than the page with the form. */
export const contactMessageResolver = zodResolver(contactMessageSchema.required());
