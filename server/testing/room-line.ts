import type { ServerMessage } from "@greenroom/contract/room-messages.ts";
import { WebSocket } from "ws";

/* One page's socket, and what came over it. */

interface Caller {
  url: string;
  call(
    method: string,
    path: string,
    options?: { token?: string },
    // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came back, and say what it should be
  ): Promise<{ status: number; body: any }>;
}

type MessageOf<Type extends ServerMessage["type"]> = Extract<ServerMessage, { type: Type }>;

export interface Line {
  socket: WebSocket;
  /** Resolves with the first message of a type that fits, also one that came before. */
  next<Type extends ServerMessage["type"]>(
    type: Type,
    fits?: (message: MessageOf<Type>) => boolean,
  ): Promise<MessageOf<Type>>;
  say(message: unknown): void;
  /** The close code, once it is closed. */
  closed: Promise<number>;
}

export async function getTicket(app: Caller, bookingId: string, token: string): Promise<string> {
  const answer = await app.call("POST", `/api/rooms/${bookingId}/ticket`, { token });
  if (answer.status !== 201) throw new Error(`ticket: ${JSON.stringify(answer.body)}`);
  return answer.body.ticket;
}

interface Opening {
  origin?: string;
  /** Only looks at who is there, from outside. */
  atDoor?: boolean;
}

/** Opens a socket with a ticket; throws with the status when it is refused. */
export async function openLine(
  { url }: Pick<Caller, "url">,
  bookingId: string,
  ticket: string,
  { origin = url, atDoor = false }: Opening = {},
): Promise<Line> {
  const query = `ticket=${ticket}${atDoor ? "&at=door" : ""}`;
  const address = `${url.replace("http", "ws")}/api/rooms/${bookingId}/socket?${query}`;
  const socket = new WebSocket(address, origin === "" ? {} : { origin });
  const heard: ServerMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (data) => {
    heard.push(JSON.parse(data.toString()) as ServerMessage);
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
    say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${type} came: ${JSON.stringify(heard)}`)), 4000);
        const look = () => {
          const index = heard.findIndex((message) => message.type === type && fits(message as never));
          if (index === -1) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(heard.splice(index, 1)[0] as never);
        };
        waiting.add(look);
        look();
      }),
  };
}
