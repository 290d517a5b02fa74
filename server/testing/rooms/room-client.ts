import type { RoomServerMessage } from "@greenroom/contract/room/room-messages.ts";
import { WebSocket } from "ws";

/* One page's socket and the messages that it received. */

interface ApiCaller {
  url: string;
  call(
    method: string,
    path: string,
    options?: { token?: string },
    // biome-ignore lint/suspicious/noExplicitAny: tests read any response and assert its shape
  ): Promise<{ status: number; body: any }>;
}

type MessageOf<Type extends RoomServerMessage["type"]> = Extract<RoomServerMessage, { type: Type }>;

export interface RoomClient {
  socket: WebSocket;
  /** Resolves with the first message of this type that matches, including earlier messages. */
  next<Type extends RoomServerMessage["type"]>(
    type: Type,
    fits?: (message: MessageOf<Type>) => boolean,
  ): Promise<MessageOf<Type>>;
  send(message: unknown): void;
  /** Resolves with the close code. */
  closed: Promise<number>;
}

export async function getTicket(app: ApiCaller, bookingId: string, token: string): Promise<string> {
  const answer = await app.call("POST", `/api/rooms/${bookingId}/ticket`, { token });
  if (answer.status !== 201) throw new Error(`ticket: ${JSON.stringify(answer.body)}`);
  return answer.body.ticket;
}

interface ConnectOptions {
  origin?: string;
  /** Opens a lobby socket, which observes the room from outside. */
  isLobby?: boolean;
}

/** Opens a socket with a ticket; throws with the status if it is refused. */
export async function connectRoomClient(
  { url }: Pick<ApiCaller, "url">,
  bookingId: string,
  ticket: string,
  { origin = url, isLobby = false }: ConnectOptions = {},
): Promise<RoomClient> {
  const query = `ticket=${ticket}${isLobby ? "&at=door" : ""}`;
  const address = `${url.replace("http", "ws")}/api/rooms/${bookingId}/socket?${query}`;
  const socket = new WebSocket(address, origin === "" ? {} : { origin });
  const received: RoomServerMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (data) => {
    received.push(JSON.parse(data.toString()) as RoomServerMessage);
    for (const look of [...waiting]) look();
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("unexpected-response", (_request, response) => {
      reject(new Error(`refused: ${response.statusCode}`));
      socket.terminate();
    });
    socket.on("error", reject);
  });
  return {
    socket,
    closed,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no ${type} came: ${JSON.stringify(received)}`)),
          30_000,
        );
        const look = () => {
          const index = received.findIndex((message) => message.type === type && fits(message as never));
          if (index === -1) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(received.splice(index, 1)[0] as never);
        };
        waiting.add(look);
        look();
      }),
  };
}
