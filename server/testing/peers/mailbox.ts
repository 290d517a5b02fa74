import Fastify from "fastify";
import { mailboxPlugin } from "../../adapters/mail/mailbox.ts";
import type { Deps } from "../../deps.ts";

/** Where the mails that a peer took are read: the page of the folder adapter, on a port of its own. */
export async function startMailboxPage({
  directory,
  port,
}: {
  directory: string;
  port: number;
}): Promise<{ close(): Promise<void> }> {
  const app = Fastify();
  // The page needs the folder alone.
  mailboxPlugin(directory).registerRoutes(app, {} as Deps);
  await app.listen({ host: "127.0.0.1", port });
  return app;
}
