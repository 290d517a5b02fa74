import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

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
