import { z } from "zod";
import { defineMailJob } from "../../kernel/jobs/job.ts";

const payload = z.object({ messageId: z.string() });

/** Mails a contact message to us. */
export const forwardMessage = defineMailJob({ name: "contact.forward-message", payload });

/** Confirms to the sender that the message arrived. */
export const confirmMessage = defineMailJob({ name: "contact.confirm-message", payload });
