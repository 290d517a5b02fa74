import type { RawBuilder } from "kysely";

type SqlValue = RawBuilder<unknown>;

/**
 * Selects the rows of a query of things that wait for an operator: at most `limit`, the longest waiting first, that
 * match `matches`. It gets the thing's id as text and the time since when it has waited.
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
