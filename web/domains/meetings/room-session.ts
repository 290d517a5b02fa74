import type { PadServerMessage } from "@greenroom/contract/code-pad.ts";
import { enterRoom, type Room } from "@greenroom/contract/meetings.ts";
import type {
  ChatMessage,
  ClientMessage,
  RoomMedia,
  ServerMessage,
} from "@greenroom/contract/room-messages.ts";
import { call } from "../../api/client.ts";
import type { CallTracks } from "./peer-call.ts";
import { type CallView, noCall, RoomCall } from "./room-call.ts";
import { type LineState, RoomLine } from "./room-line.ts";
import { hearOfRoom, sendLeave, type Visit } from "./visit-room.ts";

/** A message on its way: it is shown at once, and sent again until the room has it. */
export interface PendingMessage {
  id: string;
  body: string;
}

/** What takes the pad's part of the line, once the editor is there. */
export interface PadPart {
  /** The line is open, or open again. */
  onOpen(): void;
  hear(message: PadServerMessage): void;
}

export interface SessionView {
  line: LineState;
  visit: Visit;
  chat: ChatMessage[];
  pending: PendingMessage[];
  call: CallView;
  /** The other one wrote or ran code that this page has not looked at. */
  hasPadNews: boolean;
}

/** Without a socket, presence goes over plain calls: it is what a no-show is judged by. */
const fallbackEvery = 5_000;

/** A person in a room, from joining to leaving: the line, the call and the chat, in one view. */
export class RoomSession {
  readonly #bookingId: string;
  readonly #line: RoomLine;
  readonly #call: RoomCall;
  readonly #listeners = new Set<() => void>();
  #view: SessionView;
  #pad: PadPart | null = null;
  #fallback: ReturnType<typeof setInterval> | undefined;

  constructor(visit: Visit) {
    const { bookingId, parties } = visit.room;
    this.#bookingId = bookingId;
    this.#view = { line: "connecting", visit, chat: [], pending: [], call: noCall, hasPadNews: false };
    this.#line = new RoomLine(bookingId, {
      onState: (line) => this.#change({ line }),
      onMessage: (message) => this.#hear(message),
      onIceServers: (servers) => this.#call.useServers(servers),
    });
    this.#call = new RoomCall({
      polite: parties.some((party) => party.isYou && party.role === "interviewee"),
      send: (signal) => this.#line.say({ type: "signal", signal }),
      onChange: (view) => this.#change({ call: view }),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): SessionView => this.#view;

  /** Comes in; also back again after another tab took the room over. */
  readonly join = (): void => {
    this.#line.open();
    this.#fallback ??= setInterval(() => void this.#visitWithoutLine(), fallbackEvery);
    window.addEventListener("pagehide", this.leave);
  };

  readonly leave = (): void => {
    window.removeEventListener("pagehide", this.leave);
    clearInterval(this.#fallback);
    this.#fallback = undefined;
    if (this.#view.line === "lost") sendLeave(this.#bookingId);
    this.#call.close();
    this.#line.close();
  };

  send(tracks: CallTracks, media: RoomMedia): void {
    this.#call.send(tracks, media);
  }

  say(body: string): void {
    const message = { id: crypto.randomUUID(), body };
    this.#change({ pending: [...this.#view.pending, message] });
    this.#line.say({ type: "chat", ...message });
  }

  /** Puts the pad on the line, until the answer is called. */
  attachPad(pad: PadPart): () => void {
    this.#pad = pad;
    this.#change({ hasPadNews: false });
    if (this.#view.line === "open") pad.onOpen();
    return () => {
      if (this.#pad === pad) this.#pad = null;
    };
  }

  /** False when there is no line to say it over. */
  sayPad(message: ClientMessage): boolean {
    return this.#line.say(message);
  }

  #hear(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.#see(message.room);
      this.#keep(message.chat);
      for (const pending of this.#view.pending) this.#line.say({ type: "chat", ...pending });
      this.#call.greet();
      this.#pad?.onOpen();
    } else if (message.type === "room") this.#see(message.room);
    else if (message.type === "chat") this.#keep([...this.#view.chat, message.message]);
    else if (message.type === "signal") this.#call.hear(message.signal);
    else if (message.type !== "pong") this.#hearPad(message);
  }

  #hearPad(message: PadServerMessage): void {
    if (this.#pad) this.#pad.hear(message);
    else if (message.type === "code" || message.type === "run") this.#change({ hasPadNews: true });
  }

  #see(room: Room): void {
    this.#change({ visit: hearOfRoom(room, this.#view.visit) });
    this.#call.seeOther(room.parties.every(({ isYou, isPresent }) => isYou || isPresent));
  }

  #keep(messages: ChatMessage[]): void {
    const chat = [...new Map(messages.map((message) => [message.id, message])).values()];
    const kept = new Set(chat.map(({ id }) => id));
    this.#change({ chat, pending: this.#view.pending.filter(({ id }) => !kept.has(id)) });
  }

  async #visitWithoutLine(): Promise<void> {
    if (this.#view.line !== "lost") return;
    try {
      this.#see(await call(enterRoom, { params: { id: this.#bookingId } }));
    } catch (error) {
      // The page says already that the line is cut, and the line finds out what a refusal means.
      console.warn("The room could not be told that this page is there", error);
    }
  }

  #change(change: Partial<SessionView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
