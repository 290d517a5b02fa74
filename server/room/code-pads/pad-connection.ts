import {
  maxPadUpdateBytes,
  type PadCursor,
  type PadServerMessage,
  type padClientMessageSchemas,
  padLanguages,
  type RunInProgress,
} from "@greenroom/contract/room/code-pad.ts";
import { type RoomServerMessage, roomCloseCodes } from "@greenroom/contract/room/room.ts";
import type { z } from "zod";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { publishRoomEvent } from "../connections/room-events.ts";
import type { RoomHub } from "../connections/room-hub.ts";
import {
  findPadAccess,
  findPadState,
  insertRunOnce,
  type PadAccess,
  selectRuns,
  upsertLanguage,
} from "./pad-store.ts";

type PadClientMessage = z.infer<(typeof padClientMessageSchemas)[number]>;

interface PadConnectionInput {
  deps: Deps;
  hub: RoomHub;
  bookingId: string;
  connectionId: string;
  userId: string;
  /** When the interview's next phase begins, as far as this connection knows. */
  nextPhaseAt(): Date | null;
  send(message: RoomServerMessage): void;
  close(code: number, reason: string): void;
}

/** A page that keeps sending after this many refusals is broken or malicious. */
const maxRefusals = 5;

/** The pad's part of one connection. */
export class PadConnection {
  readonly #connection: PadConnectionInput;
  #chunks: Buffer[] = [];
  #client: number | null = null;
  #hasLeft = false;
  /** This page's run in progress. */
  #running: RunInProgress | null = null;
  #isSynced = false;
  /** A change was refused, and the page has not synchronized since. */
  #isRefused = false;
  #refusals = 0;
  /** Read when the pad is opened, then updated by events. */
  #access: PadAccess = { isInterviewer: false, isReadOnly: true };
  #accessChanges = 0;

  constructor(connection: PadConnectionInput) {
    this.#connection = connection;
  }

  async handleMessage(message: PadClientMessage): Promise<void> {
    if (message.type === "code-sync") await this.#sync(Buffer.from(message.vector, "base64"));
    else if (message.type === "code") await this.#collectChunks(message);
    else if (message.type === "code-language") await this.#setLanguage(message);
    else if (message.type === "code-read-only") await this.#changeReadOnly(message);
    else if (message.type === "run") await this.#keepRun(message);
    else if (message.type === "running") this.#setRunning(message.running);
    else this.#moveCursor(message);
  }

  /** The interviewer has made the pad read-only, or writable again. */
  setReadOnly(isReadOnly: boolean): void {
    this.#accessChanges += 1;
    this.#access = { ...this.#access, isReadOnly };
  }

  get #canWrite(): boolean {
    return this.#access.isInterviewer || !this.#access.isReadOnly;
  }

  /** The page has disconnected. Its last messages may still wait for the database, and a cursor among them is dropped. */
  leave(): void {
    this.#hasLeft = true;
    this.#removeCursor();
    if (this.#running) this.#broadcastRunning(null);
  }

  /** Removes this page's cursor elsewhere. A page that synchronizes again may have another cursor id. */
  #removeCursor(): void {
    if (this.#client === null) return;
    this.#broadcastCursor(this.#client, null);
    this.#client = null;
  }

  async #sync(vector: Buffer): Promise<void> {
    const { deps, hub, bookingId, send } = this.#connection;
    const state = await findPadState(deps.database, bookingId);
    await this.#readAccess();
    const code = await hub.pads.open(bookingId);
    let answer: ReturnType<typeof code.syncWith>;
    try {
      answer = code.syncWith(vector);
    } catch {
      return this.#closeAsInvalid("no state of a document");
    }
    this.#removeCursor();
    this.#isSynced = true;
    this.#isRefused = false;
    this.#chunks = [];
    send({
      type: "code-sync",
      update: toBase64(answer.update),
      vector: toBase64(answer.vector),
      language: state?.language ?? padLanguages[0],
      isReadOnly: this.#access.isReadOnly,
      lastRun: (await selectRuns(deps.database, bookingId, 1))[0] ?? null,
    });
  }

  /** A change that arrives during the query is newer than its result. */
  async #readAccess(): Promise<void> {
    const { deps, bookingId, userId } = this.#connection;
    const changes = this.#accessChanges;
    const access = await findPadAccess(deps.database, { bookingId, userId });
    const isCurrent = changes === this.#accessChanges;
    this.#access = isCurrent ? access : { ...access, isReadOnly: this.#access.isReadOnly };
  }

  async #collectChunks({ update, more }: Extract<PadClientMessage, { type: "code" }>): Promise<void> {
    // Typed before the page knew of the refusal. It discards its document with this change.
    if (this.#isRefused) return;
    if (!this.#isSynced) return this.#closeAsInvalid("code before code-sync");
    this.#chunks.push(Buffer.from(update, "base64"));
    const bytes = this.#chunks.reduce((sum, piece) => sum + piece.length, 0);
    if (bytes > maxPadUpdateBytes) return this.#closeAsInvalid("too much at once");
    if (more) return;
    const whole = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [];
    await this.#applyUpdate(whole);
  }

  async #applyUpdate(update: Buffer): Promise<void> {
    const { hub, bookingId, send } = this.#connection;
    const outcome = (await hub.pads.open(bookingId)).applyUpdate(update);
    if (outcome === "taken" && this.#canWrite) {
      this.#broadcast({ type: "code", update: update.toString("base64") }, update);
      return this.#noteEdit();
    }
    if (outcome === "known") return;
    hub.pads.discard(bookingId);
    this.#isSynced = false;
    this.#isRefused = true;
    this.#refusals += 1;
    if (outcome === "malformed" || this.#refusals > maxRefusals)
      this.#closeAsInvalid("not an update of this pad");
    else send({ type: "code-refused", reason: outcome === "taken" ? "read-only" : "too-long" });
  }

  async #setLanguage({ language }: Extract<PadClientMessage, { type: "code-language" }>): Promise<void> {
    const { deps, bookingId, userId: senderId } = this.#connection;
    if (!this.#canWrite) return await this.#sendLanguage();
    await upsertLanguage(deps.database, { bookingId, language, now: deps.clock.now() });
    await this.#publish({ type: "code-language", language, senderId });
    this.#noteEdit();
  }

  /** Restores the language in a page whose change was refused. */
  async #sendLanguage(): Promise<void> {
    const { deps, bookingId, userId, send } = this.#connection;
    const state = await findPadState(deps.database, bookingId);
    send({ type: "code-language", language: state?.language ?? padLanguages[0], senderId: userId });
  }

  async #changeReadOnly({
    isReadOnly,
  }: Extract<PadClientMessage, { type: "code-read-only" }>): Promise<void> {
    const { deps, bookingId, userId } = this.#connection;
    const { isInterviewer } = await findPadAccess(deps.database, { bookingId, userId });
    if (!isInterviewer) return this.#closeAsInvalid("only the interviewer can make the pad read-only");
    await deps.database
      .insertInto("roomCode")
      .values({ bookingId, isReadOnly, updatedAt: deps.clock.now() })
      .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ isReadOnly }))
      .execute();
    await this.#publish({ type: "code-read-only", isReadOnly });
  }

  async #keepRun({ id, run }: Extract<PadClientMessage, { type: "run" }>): Promise<void> {
    const { deps, bookingId, userId } = this.#connection;
    const ran = { ...run, id, bookingId, runnerId: userId, ranAt: deps.clock.now() };
    this.#connection.hub.history.captureForRun(bookingId, ran.ranAt);
    const stored = await inTransaction(deps.database, async (tx) => {
      await lockAccount(tx, userId);
      return await insertRunOnce(tx, ran);
    });
    if (stored === null) return this.#closeAsInvalid("this run is somebody else's");
    await this.#publish({ type: "run", run: stored });
  }

  #moveCursor({ client, cursor }: Extract<PadClientMessage, { type: "cursor" }>): void {
    if (this.#hasLeft) return;
    this.#client ??= client;
    if (this.#client === client) this.#broadcastCursor(client, cursor);
    else this.#closeAsInvalid("a second cursor");
  }

  #setRunning(running: RunInProgress | null): void {
    if (this.#hasLeft) return;
    const wasRunning = this.#running !== null;
    this.#running = running;
    if (wasRunning || running !== null) this.#broadcastRunning(running);
  }

  #noteEdit(): void {
    const { hub, bookingId, userId, nextPhaseAt } = this.#connection;
    hub.history.noteEdit(bookingId, { userId, isOwn: true, nextPhaseAt: nextPhaseAt() });
  }

  #broadcastCursor(client: number, cursor: PadCursor | null): void {
    this.#broadcast({ type: "cursor", senderId: this.#connection.userId, client, cursor });
  }

  #broadcastRunning(running: RunInProgress | null): void {
    this.#broadcast({ type: "running", senderId: this.#connection.userId, running });
  }

  async #publish(message: PadServerMessage): Promise<void> {
    const { deps, bookingId, connectionId, userId } = this.#connection;
    await publishRoomEvent(deps, bookingId, { connectionId, userId, event: { kind: "message", message } });
  }

  #broadcast(message: PadServerMessage, update: Uint8Array | null = null): void {
    const { hub, bookingId, connectionId, userId } = this.#connection;
    hub.broadcast(bookingId, { connectionId, userId, message }, update);
  }

  #closeAsInvalid(reason: string): void {
    this.#connection.close(roomCloseCodes.invalidMessage, reason);
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
