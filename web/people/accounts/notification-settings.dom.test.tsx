import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequireRole } from "../../session/require-role.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { NotificationChoices } from "./notification-settings.tsx";

const settings = {
  choices: [
    { kind: "reminders", mail: true, push: true },
    { kind: "presence", mail: null, push: true },
  ],
  isOnHere: false,
  publicKey: "BKey",
};

describe("notifications in the account settings", () => {
  const calls = serveCallAnswers();
  beforeEach(() => {
    storeSession(sampleUser);
    calls.set({
      "GET /api/user/profile": { body: sampleUser },
      "GET /api/user/notifications": { body: settings },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, "serviceWorker");
  });

  function open() {
    return renderScreen(
      <RequireRole allow="interviewee" loading={null}>
        <NotificationChoices />
      </RequireRole>,
    );
  }

  /** A browser that can show notifications, as far as a page sees it. */
  function stubBrowser(permission: NotificationPermission, answer = permission) {
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("Notification", { permission, requestPermission: async () => answer });
    Object.defineProperty(navigator, "serviceWorker", { value: {}, configurable: true });
  }

  it("switch one kind of mail off, and show it at once", async () => {
    calls.set({ "PUT /api/user/notifications": "hang" });
    const { user } = open();
    const mail = await screen.findByRole("checkbox", { name: "Reminders before an interview: Mail" });
    await user.click(mail);
    expect((mail as HTMLInputElement).checked).toBe(false);
    await waitFor(() =>
      expect(calls.sent.at(-1)?.body).toEqual({ kind: "reminders", channel: "mail", isOn: false }),
    );
    expect(screen.queryByRole("checkbox", { name: "The other person is in the room: Mail" })).toBeNull();
  });

  it("say that this browser has none", async () => {
    open();
    expect(await screen.findByText("This browser cannot show notifications.")).toBeDefined();
  });

  it("say how to allow them where they are blocked", async () => {
    stubBrowser("denied");
    open();
    expect(await screen.findByText(/^Notifications are blocked in this browser\. Allow them/)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("stay off when the person does not allow them", async () => {
    stubBrowser("default");
    const { user } = open();
    const button = await screen.findByRole("button", { name: "Turn on notifications on this device" });
    Object.assign(Notification, { permission: "denied" });
    await user.click(button);
    expect(await screen.findByText(/^Notifications are blocked in this browser/)).toBeDefined();
    expect(calls.sent.some(({ name }) => name === "PUT /api/user/notifications/browser")).toBe(false);
  });
});
