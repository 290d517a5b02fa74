import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { makeCertificate } from "./self-signed.ts";

/** What goes wrong with one connection: no greeting ever, or words that are no SMTP. */
type ConnectionFault = "no-greeting" | "malformed";
/** What goes wrong with one message: no answer to its end, a line cut in its middle or just after it was taken, a reply code. */
type MessageFault = "hang" | "cut" | "lost-answer" | number;

interface TakenMail {
  from: string;
  to: string[];
  raw: Buffer;
}

export interface SmtpPeer {
  port: number;
  /** For `GREENROOM_SMTP_URL`, without encryption. */
  url: string;
  /** The certificate's own authority, to be trusted by whoever speaks TLS to it. */
  ca: string;
  /** Taken messages, in order; one that is taken twice stands here twice. */
  mails: TakenMail[];
  /** Addresses as they were tried, refused ones too. */
  tries: string[];
  /** Answers this address with this reply code until told null. */
  refuse(address: string, code: number | null): void;
  /** The next connections or messages fail so, one after the other. */
  failConnections(...faults: ConnectionFault[]): void;
  failMessages(...faults: MessageFault[]): void;
  close(): Promise<void>;
}

interface SmtpPeerOptions {
  /** `tls`: from the first byte; `starttls`: offered; `none`: never. */
  encryption?: "tls" | "starttls" | "none";
  port?: number;
  /** Told of each message that was taken. */
  onMail?: (mail: TakenMail) => Promise<void>;
}

const credentials = { user: "greenroom", pass: "peer-p@ssword" };

/** A mail server on loopback (smtp-server speaks the protocol): signs in, takes, refuses, and fails as it is told. */
export async function startSmtpPeer({
  encryption = "none",
  port = 0,
  onMail,
}: SmtpPeerOptions = {}): Promise<SmtpPeer> {
  const { key, certificate } = makeCertificate();
  const mails: TakenMail[] = [];
  const tries: string[] = [];
  const refused = new Map<string, number>();
  const connectionFaults: ConnectionFault[] = [];
  const messageFaults: MessageFault[] = [];
  const sockets = new Map<number, Socket>();

  const smtp = new SMTPServer({
    secure: encryption === "tls",
    key,
    cert: certificate,
    disabledCommands: encryption === "none" ? ["STARTTLS"] : [],
    allowInsecureAuth: encryption === "none",
    logger: false,
    closeTimeout: 50,
    disableReverseLookup: true,
    onConnect({ remotePort }, answer) {
      const fault = connectionFaults.shift();
      if (fault === undefined) answer();
      else if (fault === "malformed") sockets.get(remotePort)?.write("<html>Welcome</html>\r\n");
      // "no-greeting": nothing is ever said.
    },
    onAuth({ username, password }, _session, answer) {
      const isKnown = username === credentials.user && password === credentials.pass;
      answer(isKnown ? null : reply(535, "Authentication credentials invalid"), { user: username });
    },
    onRcptTo({ address }, _session, answer) {
      tries.push(address);
      const code = refused.get(address);
      answer(code === undefined ? null : reply(code, `The peer takes no mail for ${address}`));
    },
    onData(stream, session, answer) {
      const fault = messageFaults.shift();
      const socket = sockets.get(session.remotePort);
      if (fault === "cut") stream.once("data", () => socket?.destroy());
      take(stream, session, fault).then((isTaken) => {
        if (fault === "lost-answer") socket?.destroy();
        else if (typeof fault === "number") answer(reply(fault, "The peer does not like this message"));
        else if (isTaken) answer(null);
      }, answer);
    },
  });
  smtp.on("error", () => undefined); // A client that left; the tests see it at the client.
  smtp.server.on("connection", (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.on("close", () => sockets.delete(remotePort));
  });

  /** Reads a message to its end; true when it was taken and is to be answered. */
  async function take(stream: Readable, { envelope }: SMTPServerSession, fault?: MessageFault) {
    const raw = await buffer(stream);
    if (fault === "hang" || fault === "cut" || typeof fault === "number") return false;
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    const mail = { from, to: envelope.rcptTo.map(({ address }) => address), raw };
    mails.push(mail);
    await onMail?.(mail);
    return true;
  }

  await new Promise<void>((resolve) => smtp.listen(port, "127.0.0.1", () => resolve()));
  const { port: listensOn } = smtp.server.address() as AddressInfo;
  const { user, pass } = credentials;
  return {
    port: listensOn,
    url: `smtp${encryption === "tls" ? "s" : ""}://${user}:${encodeURIComponent(pass)}@127.0.0.1:${listensOn}`,
    ca: certificate,
    mails,
    tries,
    refuse(address, code) {
      if (code === null) refused.delete(address);
      else refused.set(address, code);
    },
    failConnections: (...next) => connectionFaults.push(...next),
    failMessages: (...next) => messageFaults.push(...next),
    // Not by destroying sockets: under a TLS connection that takes Node 20 down with it.
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
