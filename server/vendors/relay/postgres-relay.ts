import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import type { Notifications } from "../../kernel/db/notifications.ts";
import type { Relay } from "./port.ts";

interface PostgresRelayInput {
  database: Database;
  notifications: Notifications;
}

/** PostgreSQL's LISTEN and NOTIFY. It needs no other service, but commits that notify wait for each other. */
export function postgresRelay({ database, notifications }: PostgresRelayInput): Relay {
  return {
    usesNotify: true,
    listen: (channel, listener) => notifications.listen(channel, listener),
    async publish(channel, payloads) {
      await sql`
        select pg_notify(${channel}, payload)
        from unnest(${payloads}::text[]) with ordinality sent (payload, place) order by place`.execute(
        database,
      );
    },
  };
}
