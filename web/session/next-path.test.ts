import { expect, test } from "vitest";
import { sameOriginPath, signInPath } from "./next-path.ts";

test.each([
  "/interviewee-dashboard/booking",
  "/pricing?plan=Pro",
  "/room/0190-aa#chat",
  "/interviewee-dashboard/profile?tab=sessions",
])("accepts %s", (next) => {
  expect(sameOriginPath(next)).toBe(next);
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
  expect(sameOriginPath(next)).toBeNull();
});

test("the sign-in link returns to the current page", () => {
  const place = { pathname: "/interviewee-dashboard/booking", search: "?week=2", hash: "" };
  expect(signInPath(place)).toBe("/signin?next=%2Finterviewee-dashboard%2Fbooking%3Fweek%3D2");
  expect(signInPath({ pathname: "/signin", search: "", hash: "" })).toBe("/signin");
});
