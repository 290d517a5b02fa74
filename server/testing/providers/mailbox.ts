import Fastify from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { mailboxPlugin } from "../../vendors/mail/mailbox.ts";

/** Shows the mails that a local mail server accepted: the page of the folder adapter, on its own port. */
export async function startMailboxPage({
  directory,
  port,
}: {
  directory: string;
  port: number;
}): Promise<{ close(): Promise<void> }> {
  const app = Fastify();
  // The page only needs the folder.
  mailboxPlugin(directory).registerRoutes(app, {} as Deps);
  await app.listen({ host: "127.0.0.1", port });
  return app;
}
