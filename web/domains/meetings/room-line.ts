import { type IceServer, issueTicket } from "@greenroom/contract/meetings.ts";
import { type ClientMessage, roomCloseCodes, type ServerMessage } from "@greenroom/contract/room-messages.ts";
import { call } from "../../api/client.ts";
import { isSessionEnded } from "../../api/errors.ts";
import { isRefusal } from "./visit-room.ts";

/** lost: it comes back by itself. The last three are ends: nothing happens until `open` is called again. */
export type LineState = "connecting" | "open" | "lost" | "taken-over" | "signed-out" | "refused";

export interface LineListener {
  onState(state: LineState): void;
  onMessage(message: ServerMessage): void;
  onIceServers(servers: IceServer[]): void;
}

const pingEvery = 2_000;
/** Without a word for so long, the line is taken for cut, whatever the browser thinks. */
const patience = 5_000;
const firstWait = 250;
/** So that with all of chance and handshake a page is back within five seconds. */
const longestWait = 3_000;

const endings: Record<number, LineState> = {
  [roomCloseCodes.takenOver]: "taken-over",
  [roomCloseCodes.sessionEnded]: "signed-out",
  [roomCloseCodes.roomClosed]: "refused",
};

/** The page's socket to its room: opened with a ticket of its own each time, and opened again whenever it is cut. */
export class RoomLine {
  readonly #bookingId: string;
  readonly #listener: LineListener;
  /** Only looks at who is there, from outside. */
  readonly #isAtDoor: boolean;
  #socket: WebSocket | null = null;
  #wanted = false;
  #attempt = 0;
  #heardAt = 0;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;

  constructor(bookingId: string, listener: LineListener, { atDoor = false } = {}) {
    this.#bookingId = bookingId;
    this.#listener = listener;
    this.#isAtDoor = atDoor;
  }

  open(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#attempt = 0;
    window.addEventListener("online", this.#hurry);
    this.#listener.onState("connecting");
    void this.#connect();
  }

  /** Says goodbye: the room knows at once. */
  close(): void {
    this.#stop();
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** False when there is no line to say it over. */
  say(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  readonly #hurry = (): void => {
    if (this.#socket !== null) return;
    clearTimeout(this.#retrying);
    void this.#connect();
  };

  #stop(): void {
    this.#wanted = false;
    clearInterval(this.#pinging);
    clearTimeout(this.#retrying);
    window.removeEventListener("online", this.#hurry);
  }

  #end(state: LineState): void {
    this.#stop();
    this.#listener.onState(state);
  }

  async #connect(): Promise<void> {
    let ticket: string;
    const attempt = ++this.#attempt;
    try {
      const answer = await call(issueTicket, { params: { id: this.#bookingId } });
      if (!this.#wanted || attempt !== this.#attempt) return;
      this.#listener.onIceServers(answer.iceServers);
      ticket = answer.ticket;
    } catch (error) {
      if (!this.#wanted || attempt !== this.#attempt) return;
      if (isSessionEnded(error)) this.#end("signed-out");
      else if (isRefusal(error)) this.#end("refused");
      else this.#comeBack();
      return;
    }
    this.#listen(new WebSocket(this.#url(ticket)));
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    this.#heardAt = Date.now();
    clearInterval(this.#pinging);
    this.#pinging = setInterval(() => this.#check(socket), pingEvery);
    socket.onmessage = ({ data }) => {
      this.#heardAt = Date.now();
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === "welcome") {
        this.#attempt = 0;
        this.#listener.onState("open");
      }
      this.#listener.onMessage(message);
    };
    socket.onclose = ({ code }) => this.#lose(socket, endings[code]);
  }

  #check(socket: WebSocket): void {
    if (Date.now() - this.#heardAt < patience) this.say({ type: "ping" });
    // A socket on a dead network may take minutes to close: it is left to itself.
    else this.#lose(socket, undefined);
  }

  #lose(socket: WebSocket, ending: LineState | undefined): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearInterval(this.#pinging);
    if (socket.readyState !== WebSocket.CLOSED) socket.close();
    if (!this.#wanted) return;
    if (ending === undefined) this.#comeBack();
    else this.#end(ending);
  }

  #comeBack(): void {
    this.#listener.onState("lost");
    const wait = Math.min(longestWait, firstWait * 2 ** Math.min(this.#attempt, 8));
    // Not all at once, when a server restarts.
    this.#retrying = setTimeout(() => void this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #url(ticket: string): string {
    const url = new URL(`/api/rooms/${encodeURIComponent(this.#bookingId)}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("ticket", ticket);
    if (this.#isAtDoor) url.searchParams.set("at", "door");
    return url.href;
  }
}
