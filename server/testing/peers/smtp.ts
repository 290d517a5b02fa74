import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { makeCertificate } from "./self-signed.ts";

/** What goes wrong with one connection: no greeting ever, words that are no SMTP, or silence from one command on. */
type ConnectionFault = "no-greeting" | "malformed" | { silentFrom: string };
/** What goes wrong with one message: no answer until `answerLate`, a line cut in its middle or just after it was taken, a reply code. */
type MessageFault = "late" | "cut" | "lost-answer" | number;
/** What is said late of a message: that it was taken, a reply code, or nothing, for the line is cut. */
type LateAnswer = "taken" | "cut" | number;

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
  /** Answers the messages that are "late", oldest first. */
  answerLate(...answers: LateAnswer[]): void;
  close(): Promise<void>;
}

interface SmtpPeerOptions {
  /** `tls`: from the first byte; `starttls`: offered; `none`: never. */
  encryption?: "tls" | "starttls" | "none";
  /** False: each command waits for the answer to the one before (RFC 2920). */
  isPipelining?: boolean;
  port?: number;
  /** Told of each message that was taken. */
  onMail?: (mail: TakenMail) => Promise<void>;
}

const credentials = { user: "greenroom", pass: "peer-p@ssword" };

/** A mail server on loopback (smtp-server speaks the protocol): signs in, takes, refuses, and fails as it is told. */
export async function startSmtpPeer({
  encryption = "none",
  isPipelining = true,
  port = 0,
  onMail,
}: SmtpPeerOptions = {}): Promise<SmtpPeer> {
  const { key, certificate } = makeCertificate();
  const mails: TakenMail[] = [];
  const tries: string[] = [];
  const refused = new Map<string, number>();
  const connectionFaults: ConnectionFault[] = [];
  const messageFaults: MessageFault[] = [];
  const late: ((answer: LateAnswer) => void)[] = [];
  const sockets = new Map<number, Socket>();

  const smtp = new SMTPServer({
    secure: encryption === "tls",
    key,
    cert: certificate,
    disabledCommands: encryption === "none" ? ["STARTTLS"] : [],
    allowInsecureAuth: encryption === "none",
    hidePIPELINING: !isPipelining,
    logger: false,
    closeTimeout: 50,
    disableReverseLookup: true,
    onConnect({ remotePort }, answer) {
      const fault = connectionFaults.shift();
      const socket = sockets.get(remotePort);
      if (fault === undefined) answer();
      else if (fault === "malformed") socket?.write("<html>Welcome</html>\r\n");
      else if (fault !== "no-greeting") {
        if (socket !== undefined) muteFrom(socket, fault.silentFrom);
        answer();
      }
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
      const say = (said: LateAnswer) => {
        if (said === "cut") socket?.destroy();
        else answer(said === "taken" ? null : reply(said, "The peer does not like this message"));
      };
      read(stream, session)
        .then(async (mail) => {
          if (fault === "late") {
            late.push(
              (said) => void (said === "taken" ? take(mail) : Promise.resolve()).then(() => say(said)),
            );
          } else if (typeof fault === "number") say(fault);
          else if (fault !== "cut") {
            await take(mail);
            say(fault === "lost-answer" ? "cut" : "taken");
          }
        })
        .catch(answer);
    },
  });
  smtp.on("error", () => undefined); // A client that left; the tests see it at the client.
  smtp.server.on("connection", (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.on("close", () => sockets.delete(remotePort));
  });

  async function read(stream: Readable, { envelope }: SMTPServerSession): Promise<TakenMail> {
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    return { from, to: envelope.rcptTo.map(({ address }) => address), raw: await buffer(stream) };
  }

  async function take(mail: TakenMail): Promise<void> {
    mails.push(mail);
    await onMail?.(mail);
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
    answerLate(...answers) {
      for (const answer of answers) late.shift()?.(answer);
    },
    // Not by destroying sockets: under a TLS connection that takes Node 20 down with it.
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

/** Says no more on a line once this command has come over it. */
function muteFrom(socket: Socket, command: string): void {
  // Before the server's own listener: it answers some commands at once.
  socket.prependListener("data", (chunk: Buffer) => {
    if (new RegExp(`^${command}\\b`, "im").test(chunk.toString())) socket.write = () => true;
  });
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
