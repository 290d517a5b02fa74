import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

const payload = z.object({ messageId: z.string() });

/** Mails a contact message to us. */
export const forwardMessage = defineJob({ name: "contact.forward-message", payload });

/** Tells its sender that it has come. */
export const confirmMessage = defineJob({ name: "contact.confirm-message", payload });
