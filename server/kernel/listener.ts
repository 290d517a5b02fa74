/** Receives the messages of one channel between servers. */
export interface Listener {
  onNotification(payload: string): void;
  /** Called when the connection was lost and is back. Messages of the time between may be lost. */
  onReconnect(): void;
}
