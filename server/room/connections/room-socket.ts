import { randomUUID } from "node:crypto";
import websocket from "@fastify/websocket";
import { idParamsSchema } from "@greenroom/contract/kernel/endpoint.ts";
import {
  maxRoomMessageBytes,
  type RoomClientMessage,
  type RoomServerMessage,
  roomCloseCodes,
} from "@greenroom/contract/room/room.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Config } from "../../kernel/config/config.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { insertMessageOnce, selectWelcomeChat } from "../chat.ts";
import { PadConnection } from "../code-pads/pad-connection.ts";
import { readShownQuestion } from "../questions/asked-questions.ts";
import { enterRoom, leaveRoom, loadRoom, redeemTicket } from "../rooms.ts";
import { heartbeatSeconds, nextPhaseAt } from "../rules.ts";
import { BoardConnection } from "../whiteboard.ts";
import { ClientSocket, type ClientSocketInput } from "./client-socket.ts";
import { type Envelope, messagesForOthers, publishRoomEvent, type RoomEvent } from "./room-events.ts";
import { type RoomConnection, RoomHub } from "./room-hub.ts";

const querySchema = z.strictObject({ ticket: z.string().regex(/^[\w-]{43}$/) });

/**
 * The room's WebSocket. It is not in the contract: browsers cannot send a bearer token with a WebSocket, so a
 * one-use ticket grants access. Browsers also let pages of other sites open sockets, so the origin is checked.
 */
export async function registerRoomSocket(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: maxRoomMessageBytes },
    errorHandler: (error, socket, request) => {
      // `ws` names what a page did wrong, such as a message that is too long: no failure of the server.
      const isFaultOfPage = "code" in error && String(error.code).startsWith("WS_ERR_");
      if (!isFaultOfPage) request.log.error({ err: error }, "a room's socket failed");
      socket.terminate();
    },
  });
  const hub = new RoomHub(deps);
  app.addHook("onReady", () => hub.open());
  app.addHook("onClose", () => hub.close());
  app.route({
    method: "GET",
    url: "/api/rooms/:id/socket",
    schema: { hide: true, params: idParamsSchema, querystring: querySchema },
    onRequest: async (request) => checkOrigin(deps.config, request),
    preHandler: async (request) => {
      const { id } = request.params as z.infer<typeof idParamsSchema>;
      const { ticket } = request.query as z.infer<typeof querySchema>;
      // Checked first, so that a plain HTTP request does not use up a ticket.
      if (!request.ws) throw new AppError("invalid_input", { msg: "This address is for a WebSocket." });
      request.actor = await redeemTicket(deps, { bookingId: id, ticket });
    },
    handler: async () => {
      throw new AppError("invalid_input", { msg: "This address is for a WebSocket." });
    },
    wsHandler: (socket, request) => {
      const { id } = request.params as z.infer<typeof idParamsSchema>;
      if (request.actor === null) return socket.close();
      new ParticipantConnection({ deps, hub, socket, actor: request.actor, bookingId: id }).open();
    },
  });
}

/** In development, the site is also reached by other names and through Vite; in production by one origin. */
function checkOrigin({ publicUrl, isProduction }: Config, { headers }: FastifyRequest): void {
  const { origin = "", host = "" } = headers;
  const isOurs = origin === new URL(publicUrl).origin;
  const isSameMachine = !isProduction && (origin === `http://${host}` || origin === "http://localhost:5173");
  if (!isOurs && !isSameMachine) {
    throw new AppError("forbidden", { msg: "This page may not open a room." });
  }
}

/** RFC 6455: the codes of a page that closes or navigates away. */
const [normalClosure, goingAway] = [1000, 1001];

/** One person's socket in one room, from the first message to the last. */
export class ParticipantConnection implements RoomConnection {
  readonly id = randomUUID();
  readonly #deps: Deps;
  readonly #hub: RoomHub;
  readonly #socket: ClientSocket;
  readonly #actor: Actor;
  readonly #bookingId: string;
  readonly #padConnection: PadConnection;
  readonly #boardConnection: BoardConnection;
  /** Messages are processed one after the other, because a candidate must not overtake its offer. */
  #work: Promise<void> = Promise.resolve();
  /** Checks query the database a lot, so keystrokes do not wait for them. */
  #checks: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | undefined;
  /** This connection's own takeover has arrived. */
  #hasTakenOver = false;
  #interview: { startsAt: Date; endsAt: Date; opensAt: Date } | null = null;

  constructor(input: ClientSocketInput) {
    const { deps, hub, actor, bookingId } = input;
    this.#deps = deps;
    this.#hub = hub;
    this.#socket = new ClientSocket(input);
    this.#actor = actor;
    this.#bookingId = bookingId;
    this.#padConnection = new PadConnection({
      deps,
      hub,
      bookingId,
      connectionId: this.id,
      userId: actor.userId,
      nextPhaseAt: () => (this.#interview === null ? null : nextPhaseAt(this.#interview, deps.clock.now())),
      send: (message) => this.#send(message),
      close: (code, reason) => this.#socket.close(code, reason),
    });
    this.#boardConnection = new BoardConnection({
      deps,
      bookingId,
      connectionId: this.id,
      userId: actor.userId,
      send: (message) => this.#send(message),
      sendJson: (json) => this.#socket.sendJson(json),
      close: (code, reason) => this.#socket.close(code, reason),
      runLater: (task) => {
        this.#work = this.#work.then(() => this.#runIfOpen(task));
      },
    });
  }

  get userId(): string {
    return this.#actor.userId;
  }

  /** Joins the room. */
  open(): void {
    this.#socket.listen({
      onMessage: (message) => {
        this.#work = this.#work.then(() =>
          this.#runIfOpen(() => this.#handleMessage(message), { isMessage: true }),
        );
      },
      onClose: (code) => this.#handleClose(code),
    });
    this.#hub.addConnection(this.#bookingId, this);
    this.#work = this.#runIfOpen(() => this.#enter());
    this.#checks = this.#work;
    this.#heartbeat = setInterval(() => {
      this.#checks = this.#checks.then(() => this.#runIfOpen(() => this.#checkConnection()));
    }, heartbeatSeconds * 1000);
  }

  deliver(message: RoomServerMessage, connectionId: string): void {
    if (connectionId === this.id && messagesForOthers.includes(message.type)) return;
    if (message.type === "code-read-only") this.#padConnection.setReadOnly(message.isReadOnly);
    this.#send(message);
  }

  async receive({ connectionId, userId, event }: Envelope): Promise<void> {
    if (event.kind === "message") this.deliver(event.message, connectionId);
    else if (event.kind === "takeover") this.#receiveTakeover(userId, connectionId === this.id);
    else if (event.kind === "question") await this.#sendQuestion();
    else if (event.kind === "presence" || event.kind === "booking") await this.#sendRoom();
    else if (userId !== this.userId) this.#send({ type: "signal", signal: event.signal });
  }

  /**
   * Of connections that open at the same moment, the one whose takeover comes last stays: every server gets them in the
   * same order. A connection that has not got its own yet will still replace the sender's.
   */
  #receiveTakeover(userId: string, isOwn: boolean): void {
    if (isOwn) this.#hasTakenOver = true;
    else if (userId === this.userId && this.#hasTakenOver)
      this.#socket.close(roomCloseCodes.takenOver, "opened elsewhere");
  }

  requestReconnect(): void {
    this.#socket.requestReconnect();
  }

  async #enter(): Promise<void> {
    const room = await enterRoom(this.#deps, this.#actor, this.#bookingId);
    this.#interview = {
      startsAt: new Date(room.startTime),
      endsAt: new Date(room.endTime),
      opensAt: new Date(room.opensAt),
    };
    // If the socket closed meanwhile, it must not push out the page that replaced it.
    if (!this.#socket.isOpen) return;
    await this.#publish({ kind: "takeover" });
    const chat = await selectWelcomeChat(this.#deps.database, this.#bookingId);
    const question = await readShownQuestion(this.#deps.database, this.#bookingId, this.#interview.opensAt);
    this.#send({ type: "welcome", room, ...chat, question });
    await this.#publish({ kind: "presence" });
  }

  async #handleMessage(message: Exclude<RoomClientMessage, { type: "ping" }>): Promise<void> {
    if (message.type === "signal") return await this.#publish({ kind: "signal", signal: message.signal });
    if (message.type === "board-sync" || message.type === "board" || message.type === "board-pointer")
      return await this.#boardConnection.handleMessage(message);
    if (message.type !== "chat") return await this.#padConnection.handleMessage(message);
    const { id, body } = message;
    const sentAt = this.#deps.clock.now();
    const written = { id, body, sentAt, bookingId: this.#bookingId, senderId: this.userId };
    const stored = await inTransaction(this.#deps.database, async (tx) => {
      await lockAccount(tx, this.userId);
      return await insertMessageOnce(tx, written);
    });
    if (stored === null)
      return this.#socket.close(roomCloseCodes.invalidMessage, "this id belongs to another person's message");
    if (stored === "full") {
      const reason = "You have used up your messages in this interview's chat, so this one was not sent.";
      return this.#send({ type: "chat-refused", id, reason });
    }
    await this.#publish({ kind: "message", message: { type: "chat", message: stored } });
  }

  /** Runs every few seconds: checks the person's access and presence, and sends the room's current state. */
  async #checkConnection(): Promise<void> {
    if (!(await this.#socket.checkStillValid())) return;
    const room = await enterRoom(this.#deps, this.#actor, this.#bookingId);
    this.#send({ type: "room", room });
  }

  async #sendRoom(): Promise<void> {
    const booking = await getOwnBooking(this.#deps.database, this.#actor, this.#bookingId);
    this.#send({ type: "room", room: await loadRoom(this.#deps, this.#actor, booking) });
  }

  async #sendQuestion(): Promise<void> {
    // A page that has not entered yet gets the question with its welcome message.
    if (this.#interview === null) return;
    const { opensAt } = this.#interview;
    const question = await readShownQuestion(this.#deps.database, this.#bookingId, opensAt);
    this.#send({ type: "question", question });
  }

  async #publish(event: RoomEvent): Promise<void> {
    const { id: connectionId, userId } = this;
    await publishRoomEvent(this.#deps, this.#bookingId, { connectionId, userId, event });
  }

  #send(message: RoomServerMessage): void {
    this.#socket.send(message);
  }

  /** A message is processed even if its page has disconnected since; a check is not. */
  async #runIfOpen(task: () => Promise<void>, { isMessage = false } = {}): Promise<void> {
    const { isClosing, isOpen } = this.#socket;
    if (!isClosing && (isOpen || isMessage)) await this.#socket.runOrClose(task);
  }

  /**
   * A normal close means that the person left. After a lost connection they count as present until the timeout, so
   * that they can reconnect.
   */
  #handleClose(code: number): void {
    clearInterval(this.#heartbeat);
    this.#padConnection.leave();
    this.#hub.removeConnection(this.#bookingId, this);
    this.#work = Promise.all([this.#work, this.#checks])
      .then(async () => {
        this.#hub.closePadIfEmpty(this.#bookingId);
        await this.#boardConnection.leave();
        if (code !== normalClosure && code !== goingAway) return;
        await leaveRoom(this.#deps, this.#actor, this.#bookingId);
        await this.#publish({ kind: "presence" });
      })
      .catch((error: unknown) => {
        this.#deps.log.warn(
          { err: error },
          "could not record that a person left; their presence times out within seconds",
        );
      });
  }
}
