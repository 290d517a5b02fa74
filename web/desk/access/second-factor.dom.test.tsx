import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess } from "../desk.testing.tsx";
import { OpenDeskForm } from "./confirmation.tsx";
import { SetUpSecondFactor } from "./set-up-second-factor.tsx";

const calls = serveCallAnswers();
const secret = "JBSWY3DPEHPK3PXP";
const start = "POST /api/operator/second-factor";
const confirm = `${start}/confirm`;
const open = "POST /api/operator/access";
const refused = (msg: string) => ({ status: 403, body: { code: "forbidden", msg, requestId: "1" } });
const sent = (name: string) => calls.sent.filter((call) => call.name === name).map(({ body }) => body);

beforeEach(() => {
  storeSession(sampleUser);
});

describe("setting up the second factor", () => {
  const show = () => {
    const done: string[] = [];
    return { done, ...renderScreen(<SetUpSecondFactor onDone={async () => done.push("opened")} />) };
  };

  it("takes the password, then the app's code, and shows the recovery codes once", async () => {
    calls.set({
      [start]: { body: { secret, uri: `otpauth://totp/Greenroom:a?secret=${secret}` } },
      [confirm]: { body: { ownerAccess, recoveryCodes: ["7k3m-9xqd-w2hf", "aaaa-bbbb-cccc"] } },
    });
    const { user, done } = show();
    await user.type(await screen.findByLabelText("Password"), "brave-Otter-77!");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeDefined();
    await user.type(screen.getByRole("textbox", { name: "Code" }), "123456");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("7k3m-9xqd-w2hf")).toBeDefined();
    expect(sent(confirm)).toEqual([{ password: "brave-Otter-77!", code: "123456" }]);
    expect(done).toEqual([]);
    await user.click(screen.getByRole("button", { name: /^I have saved them/ }));
    await waitFor(() => expect(done).toEqual(["opened"]));
  });

  it("says what was wrong with the password, and stays there", async () => {
    calls.set({ [start]: refused("This password is wrong.") });
    const { user } = show();
    await user.type(await screen.findByLabelText("Password"), "wrong");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText(/This password is wrong/)).toBeDefined();
    expect(screen.getByRole("heading", { name: "Set up your second factor" })).toBeDefined();
  });
});

describe("opening the desk", () => {
  const show = () => {
    const opened: string[] = [];
    const form = (
      <OpenDeskForm submitLabel="Open the desk" pendingLabel="Opening…" onOpened={() => opened.push("yes")} />
    );
    return { opened, ...renderScreen(form) };
  };

  it("takes a code of the app with spaces, or a recovery code", async () => {
    calls.set({ [open]: { body: ownerAccess } });
    const { user, opened } = show();
    await user.type(await screen.findByLabelText("Password"), "brave-Otter-77!");
    await user.type(screen.getByLabelText(/^Code/), "123 456");
    await user.click(screen.getByRole("button", { name: "Open the desk" }));
    await waitFor(() => expect(opened).toEqual(["yes"]));
    expect(sent(open)).toEqual([{ password: "brave-Otter-77!", code: "123456" }]);
  });

  it("sends nothing that cannot be a code", async () => {
    const { user, opened } = show();
    await user.type(await screen.findByLabelText("Password"), "brave-Otter-77!");
    await user.type(screen.getByLabelText(/^Code/), "12");
    await user.click(screen.getByRole("button", { name: "Open the desk" }));
    expect(
      await screen.findByText(/Enter the 6 digits that the app shows, or a recovery code/),
    ).toBeDefined();
    expect([sent(open), opened]).toEqual([[], []]);
  });

  it("shows the refusal of the server", async () => {
    calls.set({ [open]: refused("This code was used already.") });
    const { user, opened } = show();
    await user.type(await screen.findByLabelText("Password"), "brave-Otter-77!");
    await user.type(screen.getByLabelText(/^Code/), "123456");
    await user.click(screen.getByRole("button", { name: "Open the desk" }));
    expect(await screen.findByText(/This code was used already/)).toBeDefined();
    expect(opened).toEqual([]);
  });
});
