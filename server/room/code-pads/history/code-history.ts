import type { Deps } from "../../../kernel/deps.ts";
import { snapshotSeconds } from "../../rules.ts";
import { readPad } from "../read-pad.ts";
import { type SnapshotReason, takeSnapshot } from "./take-snapshot.ts";

interface Pending {
  /** When each person last edited, also on another server. */
  editors: Map<string, Date>;
  /** The first edit on this server that no snapshot contains yet. */
  since: Date | null;
  timer: NodeJS.Timeout | undefined;
}

interface Edit {
  userId: string;
  /** True if the edit arrived at this server, which then takes the snapshot as well. */
  isOwn: boolean;
  /** When the interview's next phase begins. A snapshot is also taken then. */
  nextPhaseAt?: Date | null;
}

type HistoryDeps = Pick<Deps, "database" | "clock" | "log">;

/** Decides when a snapshot of a pad is due, and takes it without delaying edits. */
export class CodeHistory {
  readonly #deps: HistoryDeps;
  readonly #readText: (bookingId: string) => string | null;
  readonly #pending = new Map<string, Pending>();
  /** Snapshots in progress, one after the other for each pad. */
  readonly #work = new Map<string, Promise<void>>();

  /** `readText` returns the text in this server's memory, or null if it has none. */
  constructor(deps: HistoryDeps, readText: (bookingId: string) => string | null) {
    this.#deps = deps;
    this.#readText = readText;
  }

  noteEdit(bookingId: string, { userId, isOwn, nextPhaseAt = null }: Edit): void {
    const now = this.#deps.clock.now();
    const pending = this.#pendingOf(bookingId);
    pending.editors.set(userId, now);
    if (!isOwn) return;
    pending.since ??= now;
    const dueIn = pending.since.getTime() + snapshotSeconds * 1000 - now.getTime();
    if (dueIn <= 0) {
      this.#start(bookingId, { reason: "time" });
      return;
    }
    const untilPhase = nextPhaseAt === null ? dueIn : nextPhaseAt.getTime() - now.getTime();
    const isPhaseFirst = untilPhase > 0 && untilPhase < dueIn;
    pending.timer ??= setTimeout(
      () => this.#start(bookingId, { reason: isPhaseFirst ? "moment" : "time" }),
      isPhaseFirst ? untilPhase : dueIn,
    );
  }

  /** Takes a snapshot for a run, even if others edited the code, on any server. */
  captureForRun(bookingId: string, at: Date): void {
    this.#start(bookingId, { reason: "run", at });
  }

  /** Takes a snapshot of edits on this server that have none yet, because the interview ended or everybody left. */
  flush(bookingId: string): void {
    if ((this.#pending.get(bookingId)?.since ?? null) !== null) this.#start(bookingId, { reason: "moment" });
  }

  /** Drops the state of a pad that is no longer open here. Snapshots in progress still complete. */
  forget(bookingId: string): void {
    clearTimeout(this.#pending.get(bookingId)?.timer);
    this.#pending.delete(bookingId);
  }

  /** Resolves when all snapshots are stored. */
  async close(): Promise<void> {
    for (const bookingId of [...this.#pending.keys()]) {
      this.flush(bookingId);
      this.forget(bookingId);
    }
    while (this.#work.size > 0) await Promise.all(this.#work.values());
  }

  #pendingOf(bookingId: string): Pending {
    const known = this.#pending.get(bookingId);
    if (known !== undefined) return known;
    const pending: Pending = { editors: new Map(), since: null, timer: undefined };
    this.#pending.set(bookingId, pending);
    return pending;
  }

  /** Reads the text at once and queues everything that needs the database. */
  #start(
    bookingId: string,
    { reason, at = this.#deps.clock.now() }: { reason: SnapshotReason; at?: Date },
  ): void {
    const pending = this.#pending.get(bookingId);
    clearTimeout(pending?.timer);
    const editors = new Map(pending?.editors);
    if (pending !== undefined) Object.assign(pending, { since: null, timer: undefined });
    const text = this.#readText(bookingId);
    const before = this.#work.get(bookingId) ?? Promise.resolve();
    const work = before
      .then(async () => {
        const now = text ?? (await readPad(this.#deps.database, bookingId))?.text ?? "";
        const outcome = await takeSnapshot(this.#deps, { bookingId, text: now, at, editors, reason });
        if (outcome === "too-soon") this.#retry(bookingId, at);
      })
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error, bookingId }, "could not store the code's history; will retry");
        this.#retry(bookingId, at);
      })
      .finally(() => {
        if (this.#work.get(bookingId) === work) this.#work.delete(bookingId);
      });
    this.#work.set(bookingId, work);
  }

  /**
   * Tries again a little later if another server took a snapshot a moment ago or the database was unavailable,
   * unless everybody has left.
   */
  #retry(bookingId: string, since: Date): void {
    const pending = this.#pending.get(bookingId);
    if (pending === undefined) return;
    pending.since ??= since;
    pending.timer ??= setTimeout(() => this.#start(bookingId, { reason: "time" }), snapshotSeconds * 1000);
  }
}
