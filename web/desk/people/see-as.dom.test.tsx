import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { beginSeeAs, endSeeAs, seeAsUntil, sessionOfTab } from "../../session/session-store.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import SeeAsPage from "../pages/see-as.tsx";

const calls = serveCallAnswers();
const until = "2026-11-20T06:45:00.000Z";
afterEach(() => {
  endSeeAs();
  localStorage.clear();
  window.location.hash = "";
});

it("exchanges the code with the operator's own sign-in, and keeps the token in this tab alone", async () => {
  storeSession(sampleUser);
  const own = localStorage.getItem("greenroom.token");
  calls.set({
    "POST /api/operator/see-as": { body: { token: "see-as-x", expiresAt: until } },
    "GET /api/user/profile": { body: { ...sampleUser, firstName: "Meera" } },
  });
  window.location.hash = "#code=abc";
  renderScreen(<SeeAsPage />);
  await waitFor(() => expect(seeAsUntil()?.toISOString()).toBe(until));
  expect(calls.sent.find(({ name }) => name === "POST /api/operator/see-as")?.body).toEqual({ code: "abc" });
  expect(sessionOfTab.getItem("greenroom.token")).toBe("see-as-x");
  expect(localStorage.getItem("greenroom.token")).toBe(own);
});

it.each([
  ["a token of somebody else", "#token=see-as-evil&until=2099-01-01T00:00:00.000Z", true],
  ["a code, without a sign-in", "#code=abc", false],
])("opens nothing for %s", async (_what, hash, isSignedIn) => {
  if (isSignedIn) storeSession(sampleUser);
  window.location.hash = hash;
  renderScreen(<SeeAsPage />);
  await screen.findByRole("alert");
  expect(calls.sent).toEqual([]);
  expect([seeAsUntil(), sessionStorage.length]).toEqual([null, 0]);
});

it("never takes the token of a sign-in for a view", () => {
  expect(() => beginSeeAs({ token: "own-token", user: sampleUser, until })).toThrow();
  sessionStorage.setItem("greenroom.see-as-until", until);
  sessionStorage.setItem("greenroom.token", "own-token");
  expect(seeAsUntil()).toBeNull();
});
