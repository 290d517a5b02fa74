import type { Listener } from "../core/listener.ts";

/** Carries short messages between the servers of one product, without storing them. */
export interface Relay {
  /**
   * True if messages travel as PostgreSQL's notifications. A statement can then send them itself with `pg_notify`, in
   * the transaction that stores what they are about.
   */
  readonly usesNotify: boolean;
  /**
   * Listens on one channel until closed, also to `pg_notify` on it, which transactions use whatever the relay is:
   * PostgreSQL delivers after the commit, and never after a rollback.
   */
  listen(channel: string, listener: Listener): Promise<void>;
  /**
   * Sends payloads of less than 8,000 bytes, in this order, to every server that listens, this one included. Rejects if
   * they may not have been sent. Around an outage a payload may arrive twice.
   */
  publish(channel: string, payloads: readonly string[]): Promise<void>;
}
