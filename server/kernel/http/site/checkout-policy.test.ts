import type { FastifyReply } from "fastify";
import { describe, expect, it } from "vitest";
import { allowCheckout } from "./checkout-policy.ts";

const sources = {
  script: ["https://checkout.provider.example"],
  frame: ["https://api.provider.example"],
  connect: ["https://api.provider.example"],
};
const policy =
  "default-src 'none'; script-src 'self' 'sha256-x'; style-src 'self' 'sha256-y'; connect-src 'self'; frame-src 'self'; object-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types default";

function headersOf(url: string, given: typeof sources | null): Record<string, string> {
  const headers: Record<string, string> = { "content-security-policy": policy };
  const reply = {
    getHeader: (name: string) => headers[name],
    header(name: string, value: string) {
      headers[name] = value;
    },
  };
  allowCheckout({ url }, reply as unknown as FastifyReply, given);
  return headers;
}

describe("the provider's checkout", () => {
  it.each(["/pricing", "/pricing/", "/pricing?plan=Pro"])("is allowed at %s", (url) => {
    const headers = headersOf(url, sources);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self' 'sha256-x' https://checkout.provider.example; " +
        "style-src 'self' 'unsafe-inline'; connect-src 'self' https://api.provider.example; frame-src 'self' https://api.provider.example; object-src 'none'",
    );
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  });

  it.each(["/", "/signin", "/pricing-old", "/interviewee-dashboard/booking", "/?x=/pricing"])(
    "is not allowed at %s",
    (url) => expect(headersOf(url, sources)).toEqual({ "content-security-policy": policy }),
  );

  it("is allowed nowhere while we use the sandbox", () => {
    expect(headersOf("/pricing", null)).toEqual({ "content-security-policy": policy });
  });
});
