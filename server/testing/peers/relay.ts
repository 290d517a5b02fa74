import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What goes wrong on the way to a provider; the last three are said in the provider's own protocol. */
export const lineFaults = ["refused", "hang", "malformed", 429, 500] as const;
export type LineFault = (typeof lineFaults)[number];

export interface Relay {
  /** `127.0.0.1:port`, through which the provider is reached; the same for good. */
  host: string;
  /** Lines that were opened since the last fault began. */
  lines(): number;
  /** From now on every line fails so; null: all is well. Lines that are open are cut. */
  fail(fault: LineFault | null): Promise<void>;
  close(): Promise<void>;
}

export interface RelayOptions {
  /** The provider's own `127.0.0.1:port`, or the path of its socket. */
  to: string;
  /** Who speaks first, and what a refusal looks like; of PostgreSQL's own words none is known here: it only refuses or hangs. */
  protocol: "http" | "smtp" | "clamd" | "postgres";
  /** Where it listens; any port, unless told. */
  port?: number;
}

/** A line to a provider that can be cut, or end at somebody who refuses, says nothing, or talks nonsense. */
export async function startRelay({ to, protocol, port: wanted = 0 }: RelayOptions): Promise<Relay> {
  const sockets = new Set<Socket>();
  let fault: LineFault | null = null;
  let count = 0;
  let server: Server = await listen(wanted);
  const { port } = server.address() as AddressInfo;

  function listen(on: number): Promise<Server> {
    const opened = createServer((socket) => {
      keep(socket);
      count += 1;
      if (fault === null) return forward(socket);
      if (fault === "hang" || fault === "refused" || protocol === "postgres") return;
      const words = wordsOf(protocol, fault);
      if (protocol === "smtp") socket.write(words);
      else socket.once("data", () => socket.end(words));
    });
    return new Promise((resolve, reject) => {
      opened.once("error", reject);
      opened.listen(on, "127.0.0.1", () => resolve(opened));
    });
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    // Cut lines are what this is for.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  function forward(socket: Socket): void {
    const [host, at] = to.split(":");
    const further = to.startsWith("/") ? connect(to) : connect(Number(at), host);
    keep(further);
    socket.pipe(further).pipe(socket);
    socket.on("close", () => further.destroy());
    further.on("close", () => socket.destroy());
  }

  async function stopListening(): Promise<void> {
    const ended = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await ended;
  }

  return {
    host: `127.0.0.1:${port}`,
    lines: () => count,
    async fail(next) {
      await stopListening();
      [fault, count] = [next, 0];
      if (next !== "refused") server = await listen(port);
    },
    close: stopListening,
  };
}

function wordsOf(
  protocol: Exclude<RelayOptions["protocol"], "postgres">,
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
