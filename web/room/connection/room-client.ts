import type { PadLanguage, PadServerMessage } from "@greenroom/contract/room/code-pad.ts";
import type {
  ChatMessage,
  MediaState,
  Room,
  RoomClientMessage,
  RoomServerMessage,
} from "@greenroom/contract/room/room.ts";
import type { ShownQuestion } from "@greenroom/contract/room/room-questions.ts";
import type { BoardServerMessage } from "@greenroom/contract/room/whiteboard.ts";
import { useEffect, useState } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";
import { call } from "../../api/client.ts";
import { type CallTracks, type CallView, idleCall, RoomCall } from "../call/room-call.ts";
import {
  RoomConnection,
  type RoomConnectionState,
  type RoomSnapshot,
  takeSnapshot,
} from "./room-connection.ts";

/**
 * A message that is being sent: it shows at once, and is sent again until the server has it. One that the server refused
 * is only sent again when its author asks for it.
 */
export interface PendingMessage {
  id: string;
  body: string;
  /** Why it was refused; null while it is being sent. */
  refusal: string | null;
}

const refusedMessage = "The room could not take this message.";

/** Receives the messages of the pad or the whiteboard, once it is loaded. */
export interface WorkListener<Message> {
  /** The socket is open, or open again. */
  onConnected(): void;
  receive(message: Message): void;
  /** The server closed the socket because of a message of this page, maybe one of these. */
  onMessageRefused(): void;
}

export interface RoomClientState {
  connection: RoomConnectionState;
  snapshot: RoomSnapshot;
  chat: ChatMessage[];
  pending: PendingMessage[];
  /** The room's chat has messages before those of `chat`. */
  hasEarlierChat: boolean;
  call: CallView;
  /** The other participant wrote or ran code that this page has not shown yet. */
  hasUnseenCode: boolean;
  /** The other participant drew something that this page has not shown yet. */
  hasUnseenDrawing: boolean;
  /** The question that both see. */
  question: ShownQuestion | null;
  /** Code that waits to be put into the pad: the pad asks first when it is not empty. */
  offeredCode: { language: PadLanguage; code: string } | null;
}

/** Without a socket, presence is reported by plain calls, because no-shows are decided by it. */
const fallbackIntervalMilliseconds = 5_000;

/** A user in a room, from joining to leaving: connection, call and chat in one state. */
export class RoomClient {
  readonly #bookingId: string;
  readonly #connection: RoomConnection;
  readonly #call: RoomCall;
  readonly store: StoreApi<RoomClientState>;
  #pad: WorkListener<PadServerMessage> | null = null;
  #board: WorkListener<BoardServerMessage> | null = null;
  #openWork: "code" | "board" | null = null;
  #fallbackTimer: ReturnType<typeof setInterval> | undefined;

  constructor(snapshot: RoomSnapshot) {
    const { bookingId, parties } = snapshot.room;
    this.#bookingId = bookingId;
    this.store = createStore<RoomClientState>(() => ({
      connection: "connecting",
      snapshot,
      chat: [],
      pending: [],
      hasEarlierChat: false,
      call: idleCall,
      hasUnseenCode: false,
      hasUnseenDrawing: false,
      question: null,
      offeredCode: null,
    }));
    this.#connection = new RoomConnection(bookingId, {
      onState: (line) => this.store.setState({ connection: line }),
      onMessage: (message) => this.#receive(message),
      onIceServers: (servers) => this.#call.setIceServers(servers),
      onMessageRefused: () => {
        // Any of them may be the refused one. Those that were stored return with the next welcome.
        for (const { id } of this.store.getState().pending) this.#setRefusal(id, refusedMessage);
        this.#pad?.onMessageRefused();
        this.#board?.onMessageRefused();
      },
    });
    this.#call = new RoomCall({
      polite: parties.some((party) => party.isYou && party.role === "interviewee"),
      sendSignal: (signal) => this.#connection.send({ type: "signal", signal }),
      onChange: (view) => this.store.setState({ call: view }),
    });
  }

  /** Joins; also used to return after another tab took over. */
  readonly join = (): void => {
    this.#connection.open();
    this.#fallbackTimer ??= setInterval(
      () => void this.#enterWithoutConnection(),
      fallbackIntervalMilliseconds,
    );
    window.addEventListener("pagehide", this.leave);
  };

  readonly leave = (): void => {
    window.removeEventListener("pagehide", this.leave);
    clearInterval(this.#fallbackTimer);
    this.#fallbackTimer = undefined;
    this.#call.close();
    this.#connection.close();
  };

  send(tracks: CallTracks, media: MediaState): void {
    this.#call.setTracks(tracks, media);
  }

  sendChat(body: string): void {
    const message = { id: crypto.randomUUID(), body, refusal: null };
    this.store.setState({ pending: [...this.store.getState().pending, message] });
    this.#sendPending(message);
  }

  /** Sends a refused message once more, with its id, so that it counts once. */
  sendChatAgain(id: string): void {
    this.#setRefusal(id, null);
    const message = this.store.getState().pending.find((pending) => pending.id === id);
    if (message !== undefined) this.#sendPending(message);
  }

  #sendPending({ id, body, refusal }: PendingMessage): void {
    if (refusal === null) this.#connection.send({ type: "chat", id, body });
  }

  #setRefusal(id: string, refusal: string | null): void {
    const { pending } = this.store.getState();
    this.store.setState({
      pending: pending.map((message) =>
        message.id === id ? { ...message, refusal: refusal && (message.refusal ?? refusal) } : message,
      ),
    });
  }

  offerStarterCode(language: PadLanguage, code: string): void {
    this.store.setState({ offeredCode: { language, code } });
  }

  /** The offered code is in the pad, or is not wanted there. */
  clearOfferedCode(): void {
    this.store.setState({ offeredCode: null });
  }

  /** Says which of the two is in view; what the other participant changes in one that is not counts as unseen. */
  setOpenWork(work: "code" | "board" | null): void {
    this.#openWork = work;
    if (work === "code") this.store.setState({ hasUnseenCode: false });
    if (work === "board") this.store.setState({ hasUnseenDrawing: false });
  }

  /** Connects the pad, until the returned function is called. */
  attachPad(pad: WorkListener<PadServerMessage>): () => void {
    this.#pad = pad;
    if (this.store.getState().connection === "open") pad.onConnected();
    return () => {
      if (this.#pad === pad) this.#pad = null;
    };
  }

  /** Connects the whiteboard, until the returned function is called. */
  attachBoard(board: WorkListener<BoardServerMessage>): () => void {
    this.#board = board;
    if (this.store.getState().connection === "open") board.onConnected();
    return () => {
      if (this.#board === board) this.#board = null;
    };
  }

  /** False when the socket is not open. */
  sendMessage(message: RoomClientMessage): boolean {
    return this.#connection.send(message);
  }

  #receive(message: RoomServerMessage): void {
    if (message.type === "welcome") {
      this.#applyRoom(message.room);
      this.#applyWelcomeChat(message);
      this.store.setState({ question: message.question });
      for (const pending of this.store.getState().pending) this.#sendPending(pending);
      this.#call.sendHello();
      this.#pad?.onConnected();
      this.#board?.onConnected();
    } else if (message.type === "question") this.store.setState({ question: message.question });
    else if (message.type === "room") this.#applyRoom(message.room);
    else if (message.type === "chat") this.#applyChat([...this.store.getState().chat, message.message]);
    else if (message.type === "chat-refused") this.#setRefusal(message.id, message.reason);
    else if (message.type === "signal") this.#call.receive(message.signal);
    else if (
      message.type === "board" ||
      message.type === "board-sync" ||
      message.type === "board-pointer" ||
      message.type === "board-refused"
    )
      this.#receiveBoardMessage(message);
    else if (message.type !== "pong") this.#receivePadMessage(message);
  }

  #receiveBoardMessage(message: BoardServerMessage): void {
    this.#board?.receive(message);
    if (message.type === "board" && this.#openWork !== "board")
      this.store.setState({ hasUnseenDrawing: true });
  }

  #receivePadMessage(message: PadServerMessage): void {
    this.#pad?.receive(message);
    if ((message.type === "code" || message.type === "run") && this.#openWork !== "code")
      this.store.setState({ hasUnseenCode: true });
  }

  #applyRoom(room: Room): void {
    this.store.setState({ snapshot: takeSnapshot(room, this.store.getState().snapshot) });
    this.#call.setOtherPresent(room.parties.every(({ isYou, isPresent }) => isYou || isPresent));
  }

  /** After a reconnect, the page still shows what it had before. */
  #applyWelcomeChat({ chat, hasEarlierChat }: Extract<RoomServerMessage, { type: "welcome" }>): void {
    const { chat: shown } = this.store.getState();
    const continuesShown = chat.some(({ id }) => shown.some((message) => message.id === id));
    if (!continuesShown) this.store.setState({ hasEarlierChat });
    this.#applyChat([...shown, ...chat]);
  }

  #applyChat(messages: ChatMessage[]): void {
    const chat = [...new Map(messages.map((message) => [message.id, message])).values()];
    const kept = new Set(chat.map(({ id }) => id));
    this.store.setState({ chat, pending: this.store.getState().pending.filter(({ id }) => !kept.has(id)) });
  }

  async #enterWithoutConnection(): Promise<void> {
    if (this.store.getState().connection !== "lost") return;
    try {
      this.#applyRoom(await call("POST /api/rooms/:id/presence", { params: { id: this.#bookingId } }));
    } catch (error) {
      // The page already shows the lost connection, and the connection itself finds out what a refusal means.
      console.warn("The presence of this page could not be reported", error);
    }
  }
}

/**
 * A participant who is back within this time, for example after a reload, is never shown as away. In milliseconds.
 */
const graceMilliseconds = 4_000;

/** The room to display: the other participant is shown as away only after a while. */
export function useStablePresence(room: Room): Room {
  const isGone = room.parties.some(({ isYou, isPresent }) => !isYou && !isPresent);
  const [isAway, setAway] = useState(isGone);
  useEffect(() => {
    if (!isGone) return setAway(false);
    const timer = setTimeout(() => setAway(true), graceMilliseconds);
    return () => clearTimeout(timer);
  }, [isGone]);
  if (!isGone || isAway) return room;
  return { ...room, parties: room.parties.map((party) => ({ ...party, isPresent: true })) };
}
