import { describe, expect, it } from "vitest";
import { isSignedWith, longTermKey, readAddress, readStun, writeAddress, writeStun } from "./stun-message.ts";

/** RFC 5769, section 2.4: a request with a long-term credential. */
const sample = Buffer.from(
  [
    "000100602112a44278ad3433c6ad72c029da412e00060012e3839ee38388e383aae38383e382afe382b90000",
    "0015001c662f2f3439396b39353464364f4c33346f4c39465354767936347341",
    "0014000b6578616d706c652e6f726700",
    "00080014f67024656dd64a3e02b8e0712e85c9a28ca89666",
  ].join(""),
  "hex",
);
const key = longTermKey("マトリックス", "example.org", "TheMatrIX");

describe("a STUN message", () => {
  it("is read from the standard's sample, including its signature", () => {
    const message = readStun(sample);
    expect(message?.get("username")?.toString()).toBe("マトリックス");
    expect(message?.get("realm")?.toString()).toBe("example.org");
    expect(message && isSignedWith(message, key)).toBe(true);
    expect(message && isSignedWith(message, longTermKey("マトリックス", "example.org", "TheMatrix"))).toBe(
      false,
    );
  });

  it("is unchanged after writing and reading", () => {
    const transaction = Buffer.alloc(12, 7);
    const address = { address: "192.0.2.1", port: 32_853 };
    const packet = writeStun(0x0103, transaction, [["relayedAddress", writeAddress(address)]], key);
    const message = readStun(packet);
    expect(message?.transaction).toEqual(transaction);
    expect(readAddress(message?.get("relayedAddress") ?? Buffer.alloc(0))).toEqual(address);
    expect(message && isSignedWith(message, key)).toBe(true);
  });

  it.each([
    ["too short", Buffer.alloc(19)],
    ["of another protocol", Buffer.alloc(20, 0x40)],
    ["of another length than its header states", Buffer.concat([sample, Buffer.alloc(4)])],
  ])("is rejected when it is %s", (_name, packet) => {
    expect(readStun(packet)).toBeNull();
  });
});
