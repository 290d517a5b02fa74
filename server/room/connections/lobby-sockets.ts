import { maxLobbySockets } from "../rules.ts";

interface LobbySocket {
  userId: string;
  /** Closes the socket for good: its page must not reconnect automatically. */
  closeForNewer(): void;
}

/** The lobby sockets that each person has open on this server. */
export class LobbySockets {
  /** Oldest first. */
  readonly #sockets = new Map<string, Set<LobbySocket>>();

  /**
   * Adds a socket and closes the person's oldest one if there are too many, because the newest is the page that
   * they use.
   */
  add(socket: LobbySocket): void {
    const own = this.#sockets.get(socket.userId) ?? new Set();
    own.add(socket);
    this.#sockets.set(socket.userId, own);
    const [oldest] = own;
    if (own.size <= maxLobbySockets || oldest === undefined) return;
    this.remove(oldest);
    oldest.closeForNewer();
  }

  remove(socket: LobbySocket): void {
    const own = this.#sockets.get(socket.userId);
    own?.delete(socket);
    if (own?.size === 0) this.#sockets.delete(socket.userId);
  }
}
