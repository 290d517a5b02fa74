import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

/** Faults on the way to a provider. The last three are answers in the provider's own protocol. */
export type ConnectionFault = "refused" | "hang" | "malformed" | 429 | 500;

interface FaultProxyOptions {
  /** The provider's own `127.0.0.1:port`, or the path of its socket. */
  to: string;
  /**
   * Decides which side speaks first and what a refusal looks like. The proxy does not speak the protocols of PostgreSQL
   * and Redis; there it only refuses or hangs.
   */
  protocol: "http" | "smtp" | "clamd" | "postgres" | "redis";
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** A proxy to a provider that can cut connections, refuse them, hang, or answer with nonsense. */
export async function startFaultProxy({ to, protocol }: FaultProxyOptions) {
  const sockets = new Set<Socket>();
  let fault: ConnectionFault | null = null;
  let count = 0;
  let stallsAt: string | null = null;
  let server: Server = await listen(0);
  const { port } = server.address() as AddressInfo;

  function listen(on: number): Promise<Server> {
    const opened = createServer((socket) => {
      track(socket);
      count += 1;
      if (fault === null) return forward(socket);
      if (fault === "hang" || fault === "refused" || protocol === "postgres" || protocol === "redis") return;
      const words = faultReply(protocol, fault);
      if (protocol === "smtp") socket.write(words);
      else socket.once("data", () => socket.end(words));
    });
    return new Promise((resolve, reject) => {
      opened.once("error", reject);
      opened.listen(on, "127.0.0.1", () => resolve(opened));
    });
  }

  function track(socket: Socket): void {
    sockets.add(socket);
    // Cut connections are expected here.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  function forward(socket: Socket): void {
    const [host, at] = to.split(":");
    const upstream = to.startsWith("/") ? connect(to) : connect(Number(at), host);
    track(upstream);
    const text = stallsAt;
    stallsAt = null;
    const passing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        // Without `done`, nothing more passes.
        if (text === null || !chunk.includes(text)) done(null, chunk);
      },
    });
    socket.pipe(passing).pipe(upstream).pipe(socket);
    socket.on("close", () => upstream.destroy());
    upstream.on("close", () => socket.destroy());
  }

  async function stopListening(): Promise<void> {
    const ended = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await ended;
  }

  return {
    host: `127.0.0.1:${port}`,
    connectionCount: () => count,
    /** From now on every connection fails like this; null restores normal operation. Open connections are cut. */
    async fail(next: ConnectionFault | null) {
      await stopListening();
      [fault, count] = [next, 0];
      if (next !== "refused") server = await listen(port);
    },
    /** Forwards nothing more over the open connections, and closes none. New connections work. */
    stall() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Does the same to the next new connection as soon as the client sends this text over it. */
    stallNextAt(text: string) {
      stallsAt = text;
    },
    close: stopListening,
  };
}

function faultReply(
  protocol: Exclude<FaultProxyOptions["protocol"], "postgres">,
  fault: "malformed" | 429 | 500,
): string {
  if (protocol === "smtp") {
    return {
      malformed: "<html>Welcome</html>\r\n",
      429: "421 Too many at once\r\n",
      500: "554 No service here\r\n",
    }[fault];
  }
  if (protocol === "clamd") {
    return {
      malformed: "Welcome\0",
      429: "COMMAND READ TIMED OUT\0",
      500: "INSTREAM: Can't allocate memory. ERROR\0",
    }[fault];
  }
  const status = fault === "malformed" ? 200 : fault;
  const head = `HTTP/1.1 ${status} Said by the relay\r\ncontent-type: text/html\r\nretry-after: 7\r\n`;
  const body = "<html>Bad gateway</html>";
  return `${head}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
}
