/** Receives the messages of one channel between servers. */
export interface Listener {
  onNotification(payload: string): void;
  /** Called when the connection was lost and is back. Messages of the time between may be lost. */
  onReconnect(): void;
}

/** Carries short messages between the servers of one product, without storing them. */
export interface Relay {
  /**
   * True if messages are sent as PostgreSQL's notifications. A statement can then send them itself with `pg_notify`, in
   * the transaction that stores the change.
   */
  readonly usesNotify: boolean;
  /**
   * Listens on one channel until closed, also to `pg_notify` on it. Transactions use that with every relay,
   * because PostgreSQL delivers after the commit, and never after a rollback.
   */
  listen(channel: string, listener: Listener): Promise<void>;
  /**
   * Sends payloads of less than 8,000 bytes, in this order, to every server that listens, this one included. Rejects if
   * they may not have been sent. Around an outage a payload may arrive twice.
   */
  publish(channel: string, payloads: readonly string[]): Promise<void>;
}
