import { expect, test } from "vitest";
import { ownPath, signInPath } from "./next-path.ts";

test.each([
  "/interviewee-dashboard/booking",
  "/pricing?plan=Pro",
  "/room/0190-aa#chat",
  "/interviewee-dashboard/profile?tab=sessions",
])("%s is ours", (next) => {
  expect(ownPath(next)).toBe(next);
});

test.each([
  null,
  undefined,
  "",
  "pricing",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "https:evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  " //evil.example",
  "/signin",
  "/signin?next=/signin",
  "/signup",
  "/dashboard",
])("%j is refused", (next) => {
  expect(ownPath(next)).toBeNull();
});

test("the way to sign in remembers the place", () => {
  const place = { pathname: "/interviewee-dashboard/booking", search: "?week=2", hash: "" };
  expect(signInPath(place)).toBe("/signin?next=%2Finterviewee-dashboard%2Fbooking%3Fweek%3D2");
  expect(signInPath({ pathname: "/signin", search: "", hash: "" })).toBe("/signin");
});
