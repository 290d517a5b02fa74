import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paths } from "../../../paths.ts";
import { tokenKey } from "../../../session/session-store.ts";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { DeleteAccountDialog } from "./delete-account.tsx";

const calls = serveCallAnswers();
// The clock goes on as usual, and the tests let the two seconds of the last message pass at once.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

async function deleteAccount() {
  storeSession(sampleUser);
  calls.set({
    "GET /api/user/account-deletion": {
      body: { blockers: [], upcomingInterviews: 0, consequences: ["Everything goes."] },
    },
    "POST /api/user/account-deletion/start": { body: { msg: "We emailed you a code." } },
    "POST /api/user/account-deletion/confirm": { body: { msg: "Your account is deleted." } },
  });
  const { user, path } = renderScreen(<DeleteAccountDialog onClose={() => undefined} />, { path: "/me" });
  await user.click(await screen.findByRole("button", { name: "Email me the code" }));
  await user.type(await screen.findByLabelText(/Code/), "123456");
  await user.click(screen.getByRole("button", { name: "Delete for good" }));
  await screen.findByText(/Your account is deleted/);
  expect(screen.queryByRole("button", { name: "Keep my account" })).toBeNull();
  return { path };
}

it("signs out after its last message", async () => {
  const { path } = await deleteAccount();
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(path()).toBe(paths.signIn));
  expect(localStorage.getItem(tokenKey)).toBeNull();
});

it("leaves a session alone that was opened in the meantime", async () => {
  const { path } = await deleteAccount();
  storeSession({ ...sampleUser, email: "other@greenroom.example" });
  localStorage.setItem(tokenKey, "the token of another session");
  window.dispatchEvent(new StorageEvent("storage", { key: tokenKey }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(localStorage.getItem(tokenKey)).toBe("the token of another session");
  expect(path()).toBe("/me");
});

it("shows what has changed since the person read the consequences, and goes on at their second press", async () => {
  storeSession(sampleUser);
  const lost = "You lose your 1 unused session.";
  const consequences = ["Everything goes.", lost];
  calls.set({
    "GET /api/user/account-deletion": {
      body: { blockers: [], upcomingInterviews: 0, consequences: ["Everything goes."] },
    },
    "POST /api/user/account-deletion/start": { body: { msg: "We emailed you a code." } },
    "POST /api/user/account-deletion/confirm": [
      {
        status: 409,
        body: {
          code: "conflict",
          msg: `Something has changed. ${lost}`,
          details: { consequences },
          requestId: "r",
        },
      },
      { body: { msg: "Your account is deleted." } },
    ],
  });
  const { user } = renderScreen(<DeleteAccountDialog onClose={() => undefined} />, { path: "/me" });
  await user.click(await screen.findByRole("button", { name: "Email me the code" }));
  await user.type(await screen.findByLabelText(/Code/), "123456");
  await user.click(screen.getByRole("button", { name: "Delete for good" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(lost);
  expect(alert.textContent).toContain("press “Delete for good” again");
  await user.click(screen.getByRole("button", { name: "Delete for good" }));
  await screen.findByText(/Your account is deleted/);
  const confirmed = calls.sent.filter(({ name }) => name.endsWith("/confirm"));
  expect(confirmed.map(({ body }) => body)).toEqual([
    { otp: "123456", readConsequences: ["Everything goes."] },
    { otp: "123456", readConsequences: consequences },
  ]);
});
