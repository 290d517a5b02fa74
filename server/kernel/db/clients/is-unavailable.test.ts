import { expect, it } from "vitest";
import { isDatabaseUnavailable } from "./is-unavailable.ts";

const withCode = (code: string) => Object.assign(new Error("as the driver reports it"), { code });

it.each([
  ["the machine is gone", "EHOSTUNREACH"],
  ["its network is gone", "ENETUNREACH"],
  ["nobody answers", "ETIMEDOUT"],
  ["the name is not known", "ENOTFOUND"],
  ["the resolver does not answer", "EAI_AGAIN"],
  ["nothing listens", "ECONNREFUSED"],
  ["a standby that only reads", "25006"],
  ["the server shuts down", "57P01"],
  ["too many connections", "53300"],
  ["the connection broke", "08006"],
])("the database is unavailable if %s (%s)", (_case, code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true);
});

it.each(["23505", "40001", "42601", "22023"])("a statement that fails with %s is no outage", (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(false);
});

it("the database is unavailable if its Unix socket is missing, but not if any other file is", () => {
  const missing = (syscall: string) => Object.assign(withCode("ENOENT"), { syscall });
  expect(isDatabaseUnavailable(missing("connect"))).toBe(true);
  expect(isDatabaseUnavailable(missing("statfs"))).toBe(false);
});
