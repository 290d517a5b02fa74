import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/*
 * Creates a certificate for this machine in each run: an X.509 v3 (RFC 5280 4.1) over P-256, in DER (X.690). So the
 * repository contains no key, and no certificate expires.
 */

/** Key and certificate in PEM, valid for `localhost` and `127.0.0.1` from a day before until a day after. */
export function makeCertificate(now = new Date()): { key: string; certificate: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(commonName, tag(0x0c, Buffer.from("localhost")))));
  const day = 24 * 3600 * 1000;
  const body = sequence(
    tag(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(ecdsaWithSha256),
    name,
    sequence(time(now.getTime() - day), time(now.getTime() + day)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tag(0xa3, sequence(alternativeNames(), authority())),
  );
  const certificate = sequence(body, sequence(ecdsaWithSha256), bits(sign("sha256", body, privateKey)));
  const lines = certificate.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

const commonName = Buffer.from("0603550403", "hex"); // 2.5.4.3
const ecdsaWithSha256 = Buffer.from("06082a8648ce3d040302", "hex"); // 1.2.840.10045.4.3.2

function alternativeNames(): Buffer {
  const names = sequence(tag(0x82, Buffer.from("localhost")), tag(0x87, Buffer.from([127, 0, 0, 1])));
  return sequence(Buffer.from("0603551d11", "hex"), tag(0x04, names)); // 2.5.29.17
}

/** The certificate is self-signed, so clients trust it as its own authority. */
function authority(): Buffer {
  const isAuthority = sequence(tag(0x01, Buffer.from([0xff])));
  return sequence(Buffer.from("0603551d13", "hex"), tag(0x04, isAuthority)); // 2.5.29.19
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]/g, "").slice(0, 14);
  return tag(0x18, Buffer.from(`${digits}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return tag(0x30, Buffer.concat(parts));
}

function set(content: Buffer): Buffer {
  return tag(0x31, content);
}

function integer(bytes: Buffer): Buffer {
  return tag(0x02, bytes);
}

function bits(content: Buffer): Buffer {
  return tag(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function tag(number: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([number, ...size]), content]);
}

/** The fault of one connection: no greeting, text that is not SMTP, or silence from one command on. */
type ConnectionFault = "no-greeting" | "malformed" | { silentFrom: string };
/** The fault of one message: a connection cut in the middle or just after acceptance, or a reply code. */
type MessageFault = "cut" | "lost-answer" | number;

interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
}

interface LocalSmtpOptions {
  /** `tls`: from the first byte; `starttls`: offered; `none`: never. */
  encryption?: "tls" | "starttls" | "none";
  /** False: each command waits for the answer to the previous one (RFC 2920). */
  isPipelining?: boolean;
  port?: number;
  /** Called for each accepted message. */
  onMail?: (mail: ReceivedMail) => Promise<void>;
}

const credentials = { user: "greenroom", pass: "local-p@ssword" };

export type LocalSmtpServer = Awaited<ReturnType<typeof startLocalSmtpServer>>;

/**
 * A mail server on loopback (smtp-server implements the protocol): authenticates, accepts, refuses, and simulates
 * faults.
 */
export async function startLocalSmtpServer({
  encryption = "none",
  isPipelining = true,
  port = 0,
  onMail,
}: LocalSmtpOptions = {}) {
  const { key, certificate } = makeCertificate();
  /** Accepted messages, in order. A message that is accepted twice appears twice. */
  const mails: ReceivedMail[] = [];
  const attemptedRecipients: string[] = [];
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
        if (socket !== undefined) muteAfter(socket, fault.silentFrom);
        answer();
      }
      // "no-greeting": never answers.
    },
    onAuth({ username, password }, _session, answer) {
      const isKnown = username === credentials.user && password === credentials.pass;
      answer(isKnown ? null : smtpError(535, "Authentication credentials invalid"), { user: username });
    },
    onRcptTo({ address }, _session, answer) {
      attemptedRecipients.push(address);
      const code = refused.get(address);
      answer(code === undefined ? null : smtpError(code, `This server takes no mail for ${address}`));
    },
    onData(stream, session, answer) {
      const fault = messageFaults.shift();
      const socket = sockets.get(session.remotePort);
      if (fault === "cut") stream.once("data", () => socket?.destroy());
      read(stream, session)
        .then(async (mail) => {
          if (fault === "cut") return;
          if (typeof fault === "number") return answer(smtpError(fault, "This server refuses the message"));
          mails.push(mail);
          await onMail?.(mail);
          if (fault === "lost-answer") socket?.destroy();
          else answer();
        })
        .catch(answer);
    },
  });
  smtp.on("error", () => undefined); // The client disconnected; the tests see it at the client.
  smtp.server.on("connection", (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.on("close", () => sockets.delete(remotePort));
  });

  async function read(stream: Readable, { envelope }: SMTPServerSession): Promise<ReceivedMail> {
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    return { from, to: envelope.rcptTo.map(({ address }) => address), raw: await buffer(stream) };
  }

  await new Promise<void>((resolve) => smtp.listen(port, "127.0.0.1", () => resolve()));
  const { port: listensOn } = smtp.server.address() as AddressInfo;
  const { user, pass } = credentials;
  return {
    port: listensOn,
    url: `smtp${encryption === "tls" ? "s" : ""}://${user}:${encodeURIComponent(pass)}@127.0.0.1:${listensOn}`,
    /** The certificate that clients with TLS must trust. */
    ca: certificate,
    mails,
    attemptedRecipients,
    /** Refuses mail for this address with this reply code; null accepts it again. */
    refuse(address: string, code: number | null) {
      if (code === null) refused.delete(address);
      else refused.set(address, code);
    },
    /** Makes the next connections or messages fail like this, one after the other. */
    failConnections: (...next: ConnectionFault[]) => connectionFaults.push(...next),
    failMessages: (...next: MessageFault[]) => messageFaults.push(...next),
    // Destroying sockets under a TLS connection would crash Node 20.
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

/** Stops answering on a connection once this command has arrived. */
function muteAfter(socket: Socket, command: string): void {
  // Runs before the server's own listener, which answers some commands at once.
  socket.prependListener("data", (chunk: Buffer) => {
    if (new RegExp(`^${command}\\b`, "im").test(chunk.toString())) socket.write = () => true;
  });
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
