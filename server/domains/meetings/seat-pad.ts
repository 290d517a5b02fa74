import { type padClientMessages, padLanguages, padUpdateBytes } from "@greenroom/contract/code-pad.ts";
import { roomCloseCodes, type ServerMessage } from "@greenroom/contract/room-messages.ts";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { findCodeState, putLanguage } from "./code-store.ts";
import type { RoomHub } from "./room-hub.ts";
import { type PadNews, tellRoom } from "./room-relay.ts";
import { keepRun, selectRuns } from "./run-store.ts";

export type PadMessage = z.infer<(typeof padClientMessages)[number]>;

interface SeatPadInput {
  deps: Deps;
  hub: RoomHub;
  bookingId: string;
  seatId: string;
  userId: string;
  send(message: ServerMessage): void;
  close(code: number, reason: string): void;
}

/** A page that is told twice that the pad is full has not understood; one that goes on means no good. */
const mostRefusals = 5;

/** One seat's part in the shared pad. */
export class SeatPad {
  readonly #seat: SeatPadInput;
  #pieces: Buffer[] = [];
  #client: number | null = null;
  #isSynced = false;
  #refusals = 0;

  constructor(seat: SeatPadInput) {
    this.#seat = seat;
  }

  async take(message: PadMessage): Promise<void> {
    if (message.type === "code-sync") await this.#sync(Buffer.from(message.vector, "base64"));
    else if (message.type === "code") await this.#gather(message);
    else if (message.type === "code-language") await this.#setLanguage(message);
    else if (message.type === "run") await this.#keepRun(message);
    else this.#point(message);
  }

  /** The other one's screen drops the cursor of who is gone. */
  leave(): void {
    if (this.#client !== null) this.#say({ kind: "cursor", client: this.#client, cursor: null });
  }

  async #sync(vector: Buffer): Promise<void> {
    const { deps, hub, bookingId, send } = this.#seat;
    const state = await findCodeState(deps.database, bookingId);
    const code = await hub.pads.open(bookingId);
    let answer: ReturnType<typeof code.answer>;
    try {
      answer = code.answer(vector);
    } catch {
      return this.#refuse("no state of a document");
    }
    this.#isSynced = true;
    this.#pieces = [];
    send({
      type: "code-sync",
      update: toBase64(answer.update),
      vector: toBase64(answer.vector),
      language: state?.language ?? padLanguages[0],
      lastRun: (await selectRuns(deps.database, bookingId, 1))[0] ?? null,
    });
  }

  async #gather({ update, more }: Extract<PadMessage, { type: "code" }>): Promise<void> {
    if (!this.#isSynced) return this.#refuse("code before code-sync");
    this.#pieces.push(Buffer.from(update, "base64"));
    const bytes = this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (bytes > padUpdateBytes) return this.#refuse("too much at once");
    if (more) return;
    const whole = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    this.#pieces = [];
    await this.#edit(whole);
  }

  async #edit(update: Buffer): Promise<void> {
    const { hub, bookingId, send } = this.#seat;
    const outcome = (await hub.pads.open(bookingId)).take(update);
    if (outcome === "taken") return this.#say({ kind: "code", update: update.toString("base64") }, update);
    if (outcome === "known") return;
    hub.pads.forget(bookingId);
    this.#isSynced = false;
    this.#refusals += 1;
    if (outcome === "malformed" || this.#refusals > mostRefusals) this.#refuse("not an update of this pad");
    else send({ type: "code-refused" });
  }

  async #setLanguage({ language }: Extract<PadMessage, { type: "code-language" }>): Promise<void> {
    const { deps, bookingId, seatId, userId } = this.#seat;
    await putLanguage(deps.database, { bookingId, language, now: deps.clock.now() });
    await tellRoom(deps, bookingId, { seatId, userId, news: { kind: "language", language } });
  }

  async #keepRun({ id, run }: Extract<PadMessage, { type: "run" }>): Promise<void> {
    const { deps, bookingId, seatId, userId } = this.#seat;
    const ran = { ...run, id, bookingId, runnerId: userId, ranAt: deps.clock.now() };
    const kept = await keepRun(deps.database, ran);
    if (kept === null) return this.#refuse("this run is somebody else's");
    await tellRoom(deps, bookingId, { seatId, userId, news: { kind: "run", run: kept } });
  }

  #point({ client, cursor }: Extract<PadMessage, { type: "cursor" }>): void {
    const { hub, bookingId, userId } = this.#seat;
    const isOwn = this.#client === null || this.#client === client;
    if (!isOwn || !hub.pads.claim(bookingId, client, userId)) this.#refuse("another's cursor");
    else {
      this.#client = client;
      this.#say({ kind: "cursor", client, cursor });
    }
  }

  #say(news: PadNews, content: Uint8Array | null = null): void {
    const { hub, bookingId, seatId, userId } = this.#seat;
    hub.hand(bookingId, { seatId, userId, news }, content);
  }

  #refuse(reason: string): void {
    this.#seat.close(roomCloseCodes.badMessage, reason);
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
