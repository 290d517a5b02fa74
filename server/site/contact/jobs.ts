import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { confirmMessage, forwardMessage } from "./job-definitions.ts";
import { confirmationMessage, forwardedMessage } from "./messages.ts";
import { findMessage } from "./store.ts";

export const contactJobs: JobHandler<Deps>[] = [
  defineHandler(forwardMessage, mailToSupport),
  defineHandler(confirmMessage, mailToSender),
];

async function mailToSupport(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  const message = await findMessage(deps.database, messageId);
  if (message === undefined) return;
  const { business } = deps.config;
  await deps.mail.send(composeMail(business, forwardedMessage(message, business)));
}

async function mailToSender(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  const message = await findMessage(deps.database, messageId);
  if (message === undefined) return;
  const { business } = deps.config;
  await deps.mail.send(composeMail(business, confirmationMessage(message, business)));
}
