import type { RawBuilder } from "kysely";

type SqlValue = RawBuilder<unknown>;

/**
 * What waits is read from its own tables: a table of tasks would be wrong as soon as one write to it is missing.
 * Limits a query for records that wait for an operator to those that match, at most `limit`, the longest
 * waiting first. `matches` gets the record's id as text, and the time since when it has waited.
 */
export interface WaitingFilter {
  limit: number;
  matches(subject: SqlValue, since: SqlValue): RawBuilder<boolean>;
}

/** The columns that every such query returns. */
export interface Waiting {
  subject: string;
  since: Date;
}
