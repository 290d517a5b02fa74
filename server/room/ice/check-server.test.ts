import { createServer } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { startLocalTurnServer } from "../../testing/providers/turn.ts";
import { allocateRelay, checkStunServer } from "./check-server.ts";
import { turnCredentialFor } from "./ice-servers.ts";

const timeoutMilliseconds = 5_000;
const day = 24 * 3_600_000;
const secret = "the secret of the relay";
const now = new Date();
const local = await startLocalTurnServer({ secret });
const expired = await startLocalTurnServer({ secret, certifiedAt: new Date(now.getTime() - 3 * day) });
/** Accepts connections and says nothing. */
const silent = createServer(() => undefined);
const silentPort = await new Promise<number>((resolve) =>
  silent.listen(0, "127.0.0.1", () => resolve((silent.address() as { port: number }).port)),
);
afterAll(async () => {
  await Promise.all([local.close(), expired.close()]);
  silent.close();
});
const credential = turnCredentialFor(secret, "test", now);
const options = { timeoutMilliseconds, ca: local.certificate };

describe("a TURN server", () => {
  it.each(["udp", "tcp", "tls"] as const)("gives a relay over %s, and takes it back", async (transport) => {
    const { allocated } = local;
    expect(await allocateRelay(local.urls[transport], credential, options)).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(local.allocated).toBe(allocated + 1);
    expect(local.open).toBe(0);
  });

  it.each([
    ["with another secret", local.urls.udp, turnCredentialFor("another", "test", now), "refuses our secret"],
    ["over TCP with another secret", local.urls.tcp, turnCredentialFor("another", "test", now), "our secret"],
    [
      "with a credential that has run out",
      local.urls.udp,
      turnCredentialFor(secret, "test", new Date(now.getTime() - day)),
      "refuses our secret",
    ],
    ["that refuses connections", "turn:127.0.0.1:1?transport=tcp", credential, "ECONNREFUSED"],
  ])("%s is named", async (_what, url, wrong, reason) => {
    await expect(allocateRelay(url, wrong, options)).rejects.toThrow(reason);
  });

  it.each([
    ["nobody signed", local, undefined, "self-signed certificate"],
    ["has expired", expired, expired.certificate, "certificate has expired"],
  ])("whose certificate %s is named", async (_what, { urls }, ca, reason) => {
    const trusting = { timeoutMilliseconds, ca };
    await expect(allocateRelay(urls.tls, credential, trusting)).rejects.toThrow(reason);
  });

  it("that does not answer is given up", async () => {
    const url = `turn:127.0.0.1:${silentPort}?transport=tcp`;
    await expect(allocateRelay(url, credential, { timeoutMilliseconds: 100 })).rejects.toThrow("no answer");
  });

  it("answers as a STUN server, too", async () => {
    await checkStunServer(local.urls.udp.replace("turn:", "stun:"), options);
  });
});
