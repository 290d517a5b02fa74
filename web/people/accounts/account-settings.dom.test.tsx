import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "../../paths.ts";
import { RequireRole } from "../../session/require-role.tsx";
import { tokenKey } from "../../session/session-store.ts";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ChangePassword, SignIns } from "./account-settings.tsx";
import { PayoutDetails } from "./payout-details.tsx";
import { DeleteAccountDialog } from "./personal-data.tsx";

describe("settings forms", () => {
  const calls = serveCallAnswers();

  /** Answers as the estimator does: one password is easy, the others are hard. */
  class Estimator extends EventTarget {
    postMessage({ id, password }: { id: number; password: string }) {
      const data = { id, weakness: password === "Greenroom2026!" ? "word" : null };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
    }
  }

  beforeEach(() => {
    vi.stubGlobal("Worker", Estimator);
    storeSession({ ...sampleUser, role: "interviewer" });
    calls.set({ "GET /api/user/profile": { body: { ...sampleUser, role: "interviewer" } } });
  });
  afterEach(() => {
    // Signs in again, as in another tab, after a test that signed out.
    storeSession({ ...sampleUser, role: "interviewer" });
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: tokenKey })));
  });

  function open(element: ReactElement) {
    const { user, path } = renderScreen(
      <RequireRole allow="interviewer" loading={null}>
        {element}
      </RequireRole>,
      { path: "/me" },
    );
    return {
      path,
      press: async (name: string | RegExp) => user.click(await screen.findByRole("button", { name })),
      fill: async (label: string | RegExp, text: string) =>
        user.type(await screen.findByLabelText(label), text),
    };
  }
  const bodiesOf = (name: string) => calls.sent.filter((call) => call.name === name).map(({ body }) => body);

  describe("a new password", () => {
    const change = "POST /api/user/change-password";
    const current = /^Current password/;
    const next = /^New password/;

    it("signs out two seconds after it was changed, because the server has ended the session", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
      calls.set({ [change]: { body: { msg: "Changed." } } });
      const { fill, press, path } = open(<ChangePassword />);
      await fill(current, "the old one");
      await fill(next, "Seven quiet rivers 7!");
      await press("Change password");
      expect(await screen.findByText(/^✅/)).toBeDefined();
      expect(bodiesOf(change)).toEqual([
        { currentPassword: "the old one", newPassword: "Seven quiet rivers 7!" },
      ]);
      await vi.advanceTimersByTimeAsync(2_000);
      await waitFor(() => expect(path()).toBe(paths.signIn));
      expect(localStorage.getItem(tokenKey)).toBeNull();
    });

    it("that the server finds easy to guess is refused at its field", async () => {
      const msg = "This password is too easy to guess: it is short. Please choose another.";
      const details = [{ path: "newPassword", msg }];
      calls.set({ [change]: { status: 400, body: { code: "invalid_input", msg, details } } });
      const { fill, press } = open(<ChangePassword />);
      await fill(current, "the old one");
      await fill(next, "Greenroom2026!");
      await press("Change password");
      const field = await screen.findByLabelText(next);
      await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
      expect(document.activeElement).toBe(field);
    });

    it("is not changed with a wrong current password, and stays signed in", async () => {
      const msg = "Your current password is not correct.";
      calls.set({ [change]: { status: 400, body: { code: "wrong_password", msg } } });
      const { fill, press, path } = open(<ChangePassword />);
      await fill(current, "a guess");
      await fill(next, "Seven quiet rivers 7!");
      await press("Change password");
      expect(await screen.findByText(new RegExp(msg))).toBeDefined();
      expect(path()).toBe("/me");
    });
  });

  describe("payout details", () => {
    const load = "GET /api/interviewer/payout-details";
    const save = "PUT /api/interviewer/payout-details";
    const withdraw = "DELETE /api/interviewer/payout-details/pending";
    const masked = { kind: "upi", holder: "Meera Iyer", account: "m••••@okbank", pan: "A••••••••F" };
    const pending = { ...masked, account: "n••••@okbank", usableAt: "2026-11-26T12:30:00.000Z" };

    it("are saved with the password, and say from when they are used", async () => {
      calls.set({
        [load]: { body: { current: null, pending: null } },
        [save]: { body: { msg: "✅ Saved.", details: { current: null, pending } } },
      });
      const { fill, press } = open(<PayoutDetails />);
      await press("Add payout details");
      await fill(/^Account holder/, "Meera Iyer");
      await fill(/^UPI id/, "nora@okbank");
      await fill(/^PAN/, "ABCPE1234F");
      await fill(/^Your password/, "secret words");
      await press("Save payout details");
      // The form is gone, and its length with it: the focus scrolls to the message.
      await waitFor(() => expect(document.activeElement?.textContent).toBe("✅ Saved."));
      expect(screen.getByText(/^Starts 26 Nov 2026, 18:00/)).toBeDefined();
      expect(bodiesOf(save)).toEqual([
        {
          password: "secret words",
          target: { kind: "upi", holder: "Meera Iyer", pan: "ABCPE1234F", upiId: "nora@okbank" },
        },
      ]);
      expect(screen.queryByRole("form")).toBeNull();
    });

    it("keep what was typed when the kind of account changes", async () => {
      const body = { msg: "✅ Saved.", details: { current: null, pending } };
      calls.set({ [load]: { body: { current: null, pending: null } }, [save]: { body } });
      const { fill, press } = open(<PayoutDetails />);
      await press("Add payout details");
      await fill(/^Account holder/, "Meera Iyer");
      await fill(/^UPI id/, "nora");
      await fill(/^PAN/, "ABCPE1234F");
      await fill(/^Your password/, "secret words");
      await press("Bank account");
      expect(screen.queryByText(/looks like/)).toBeNull();
      await fill(/^Account number/, "123456789");
      await fill(/^IFSC/, "HDFC0001234");
      await press("Save payout details");
      await screen.findByText("✅ Saved.");
      const target = { kind: "bank", holder: "Meera Iyer", pan: "ABCPE1234F", accountNumber: "123456789" };
      expect(bodiesOf(save)).toEqual([
        { password: "secret words", target: { ...target, ifsc: "HDFC0001234" } },
      ]);
    });

    it("keep the focus in their place when the form opens and when it is canceled", async () => {
      calls.set({ [load]: { body: { current: null, pending: null } } });
      const { press } = open(<PayoutDetails />);
      await press("Add payout details");
      expect(document.activeElement?.contains(screen.getByRole("form", { name: "Payout details" }))).toBe(
        true,
      );
      expect(document.activeElement).not.toBe(document.body);
      await press("Cancel");
      expect(document.activeElement?.textContent).toBe("Add payout details");
    });

    it("of a bank account name each field that is wrong, before a call", async () => {
      calls.set({ [load]: { body: { current: masked, pending: null } } });
      const { fill, press } = open(<PayoutDetails />);
      await press("Change payout details");
      await press("Bank account");
      await fill(/^Account holder/, "Meera Iyer");
      await fill(/^Account number/, "12");
      await fill(/^IFSC/, "HDFC");
      await fill(/^PAN/, "ABCPE1234F");
      await press("Save payout details");
      const invalid = () =>
        screen.getAllByRole("textbox").filter((field) => field.getAttribute("aria-invalid") === "true");
      await waitFor(() => expect(invalid()).toHaveLength(2));
      expect(bodiesOf(save)).toEqual([]);
    });

    it("that are not one's own can be withdrawn; a failure says so, and they stay", async () => {
      calls.set({ [load]: { body: { current: masked, pending } }, [withdraw]: { status: 500, body: {} } });
      const { press } = open(<PayoutDetails />);
      await press("Withdraw this change");
      await waitFor(() => expect(document.querySelector('[data-tone="bad"]')).not.toBeNull());
      calls.set({ [withdraw]: { body: { msg: "Withdrawn.", details: { current: masked, pending: null } } } });
      await press("Withdraw this change");
      expect(await screen.findByText("Withdrawn.")).toBeDefined();
      expect(screen.queryByText(/^Starts /)).toBeNull();
    });
  });

  describe("the signed-in browsers", () => {
    const load = "GET /api/user/sign-ins";
    const here = {
      _id: "0190a5b8-7c00-7000-8000-0000000000e1",
      browser: "Firefox on Linux",
      signedInAt: "2026-11-20T06:30:00.000Z",
      lastSeenAt: "2026-11-24T06:30:00.000Z",
      isCurrent: true,
    };
    const phone = {
      ...here,
      _id: "0190a5b8-7c00-7000-8000-0000000000e2",
      browser: "Chrome on Android",
      isCurrent: false,
    };

    it("can be signed out one by one, but not this one", async () => {
      calls.set({
        [load]: [{ body: [here, phone] }, { body: [here] }],
        [`DELETE /api/user/sign-ins/${phone._id}`]: { status: 204, body: null },
      });
      const { press } = open(<SignIns />);
      const [own] = await screen.findAllByRole("listitem");
      expect(within(own as HTMLElement).queryByRole("button")).toBeNull();
      await press(/^Sign out Chrome on Android, last used/);
      expect(await screen.findByText("✅ Chrome on Android was signed out.")).toBeDefined();
      expect(screen.getByText("No other browser is signed in.")).toBeDefined();
    });

    it("say when they cannot be loaded, and try again", async () => {
      calls.set({ [load]: { status: 500, body: {} } });
      const { press } = open(<SignIns />);
      await screen.findByRole("button", { name: "Try again" });
      calls.set({ [load]: { body: [here] } });
      await press("Try again");
      expect(await screen.findByText("Firefox on Linux")).toBeDefined();
    });
  });
});

describe("delete account", () => {
  const calls = serveCallAnswers();
  // The clock goes on as usual, and the tests let the two seconds of the last message pass at once.
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }),
  );
  const deleted: CallAnswer = { body: { msg: "Your account is deleted." } };
  const confirm = () => screen.getByRole("button", { name: "Delete for good" });

  async function pressDelete(...answers: CallAnswer[]) {
    storeSession(sampleUser);
    calls.set({
      "GET /api/user/account-deletion": {
        body: { blockers: [], upcomingInterviews: 0, consequences: ["Everything goes."] },
      },
      "POST /api/user/account-deletion/start": { body: { msg: "We emailed you a code." } },
      "POST /api/user/account-deletion/confirm": answers,
    });
    const { user, path } = renderScreen(<DeleteAccountDialog onClose={() => undefined} />, { path: "/me" });
    await user.click(await screen.findByRole("button", { name: "Email me the code" }));
    await user.type(await screen.findByLabelText(/Code/), "123456");
    await user.click(confirm());
    return { user, path };
  }

  async function deleteAccount() {
    const { path } = await pressDelete(deleted);
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
    const lost = "You lose your 1 unused session.";
    const consequences = ["Everything goes.", lost];
    const changed = { code: "conflict", msg: `Something has changed. ${lost}`, details: { consequences } };
    const { user } = await pressDelete({ status: 409, body: { ...changed, requestId: "r" } }, deleted);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(lost);
    expect(alert.textContent).toContain("press “Delete for good” again");
    await user.click(confirm());
    await screen.findByText(/Your account is deleted/);
    const confirmed = calls.sent.filter(({ name }) => name.endsWith("/confirm"));
    expect(confirmed.map(({ body }) => body)).toEqual([
      { otp: "123456", readConsequences: ["Everything goes."] },
      { otp: "123456", readConsequences: consequences },
    ]);
  });
});
