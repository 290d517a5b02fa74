import { contactMessageSchema } from "@greenroom/contract/contact.ts";
import { zodResolver } from "@hookform/resolvers/zod";

/** The contract's own rules, for the form. A module of its own, because zod weighs more than the page with the form. */
export const messageResolver = zodResolver(contactMessageSchema.required());
