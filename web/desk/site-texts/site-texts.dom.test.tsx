import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess, renderDesk } from "../desk.testing.tsx";
import SiteTextsPage from "../pages/site-texts.tsx";

const calls = serveCallAnswers();
const notice = (text: string, version: number) => ({
  body: [{ key: "notice", value: { text }, isDefault: false, version }],
});

const version = (number: number, text: string) => ({
  version: number,
  value: { text },
  reason: "A typo",
  editedBy: "Asha Nair",
  editedAt: "2026-11-20T06:30:00.000Z",
});
const published = () =>
  calls.sent.filter(({ name }) => name === "PUT /api/operator/words/notice").map(({ body }) => body);

beforeEach(() => {
  storeSession(sampleUser);
});

it("restores an earlier version of a text from its history, and undoes that", async () => {
  calls.set({
    "GET /api/operator/access": { body: ownerAccess },
    "GET /api/operator/words": [notice("Back at 7 pm.", 2), notice("Back at 6 pm.", 3)],
    "GET /api/operator/words/notice/versions": {
      body: [version(2, "Back at 7 pm."), version(1, "Back at 6 pm.")],
    },
    "PUT /api/operator/words/notice": { body: { msg: "Saved." } },
  });
  const { user } = renderDesk(<SiteTextsPage />);
  await screen.findByRole("button", { name: "Edit: Notice" });
  await user.click(screen.getByRole("button", { name: "History: Notice" }));
  const dialog = within(await screen.findByRole("dialog"));
  // The newest version is the one that is shown, so only the one before can be restored.
  await user.click(await dialog.findByRole("button", { name: "Restore this version 1" }));
  await user.type(await screen.findByLabelText(/^Reason/), "It was right");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(published()).toEqual([{ value: { text: "Back at 6 pm." }, version: 2, reason: "It was right" }]),
  );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(published().at(-1)).toMatchObject({ value: { text: "Back at 7 pm." }, version: 3 }),
  );
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Saved."));
});

it("publishes against the version that the form shows, even when the list is loaded again meanwhile", async () => {
  calls.set({
    "GET /api/operator/access": { body: ownerAccess },
    "GET /api/operator/words": [notice("Back at 6 pm.", 3), notice("Closed until Monday.", 4)],
    "PUT /api/operator/words/notice": { body: { msg: "Saved." } },
  });
  const { user } = renderDesk(<SiteTextsPage />);
  await user.click(await screen.findByRole("button", { name: "Edit: Notice" }));
  await user.type(await screen.findByLabelText(/^Reason/), "A typo");
  // The person comes back to this tab after a while.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  window.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText("Closed until Monday.");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(published()).toMatchObject([{ value: { text: "Back at 6 pm." }, version: 3 }]));
});

it("publishes with Enter, and brings the default back only with its own button", async () => {
  const value = { averageRating: 4.8, insights: "AI" };
  const call = "PUT /api/operator/words/claims";
  calls.set({
    "GET /api/operator/access": { body: ownerAccess },
    "GET /api/operator/words": { body: [{ key: "claims", value, isDefault: false, version: 2 }] },
    [call]: { body: { msg: "Saved." } },
  });
  const { user } = renderDesk(<SiteTextsPage />);
  const sent = () => calls.sent.filter(({ name }) => name === call).map(({ body }) => body);
  const open = async () => {
    await user.click(await screen.findByRole("button", { name: /^Edit: Highlights/ }));
    await user.type(await screen.findByLabelText(/^Reason/), "A typo");
  };
  await open();
  await user.click(screen.getByLabelText(/^Insights/));
  await user.keyboard("!{Enter}");
  await waitFor(() =>
    expect(sent()).toEqual([{ value: { ...value, insights: "AI!" }, version: 2, reason: "A typo" }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await open();
  await user.click(screen.getByRole("button", { name: "Go back to the default" }));
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ value: null, reason: "A typo" }));
});

it("switches practice's language model off, beside its calls of today", async () => {
  const row = { key: "practice-model", value: { isOn: true }, isDefault: true, version: 0 };
  const call = "PUT /api/operator/words/practice-model";
  calls.set({
    "GET /api/operator/access": { body: ownerAccess },
    "GET /api/operator/health": { body: { practiceModel: { isOn: true, calls: 1_234, limit: 5_000 } } },
    "GET /api/operator/words": { body: [row] },
    [call]: { body: { msg: "Saved." } },
  });
  const { user } = renderDesk(<SiteTextsPage />);
  await screen.findByText("Practice uses the model. Today: 1,234 of 5,000 calls.");
  await user.click(await screen.findByRole("button", { name: "Edit: Language model in practice" }));
  await user.selectOptions(await screen.findByLabelText("Language model"), "Off");
  await user.type(screen.getByLabelText(/^Reason/), "The bill");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(calls.sent.find(({ name }) => name === call)?.body).toEqual({
      value: { isOn: false },
      version: 0,
      reason: "The bill",
    }),
  );
});

it("says that no language model is set up for practice", async () => {
  const row = { key: "practice-model", value: { isOn: true }, isDefault: true, version: 0 };
  calls.set({
    "GET /api/operator/access": { body: ownerAccess },
    "GET /api/operator/health": { body: { practiceModel: null } },
    "GET /api/operator/words": { body: [row] },
  });
  renderDesk(<SiteTextsPage />);
  await screen.findByText("No model is set up: follow-ups come from the question bank.");
  expect(screen.queryByText(/Practice uses the model/)).toBeNull();
});
