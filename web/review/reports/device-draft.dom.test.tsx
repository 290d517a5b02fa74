import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { DeviceDraftCard } from "./device-draft.tsx";

const calls = serveCallAnswers();
const bookingId = "0190a5b8-7c00-7000-8000-0000000000b2";
const path = `/api/user/reports/${bookingId}/device-draft`;
const request = { instructions: "Draft.", opening: "<rubric>[]</rubric>", lines: ["{}"], schema: {} };
const claim = {
  area: "coding",
  kind: "strength",
  text: "You test.",
  evidence: [{ item: "i1", quote: "I test it" }],
};

/** Simulates a browser whose language model answers like this. */
function provideModel(prompt: (signal?: AbortSignal) => Promise<string>, availability = "available") {
  class LanguageModel {
    static availability = async () => availability;
    static create = async () => new LanguageModel();
    contextWindow = 9_000;
    contextUsage = 10;
    measureContextUsage = async () => 100;
    prompt = (_: string, { signal }: { signal?: AbortSignal } = {}) => prompt(signal);
    clone = async () => new LanguageModel();
    destroy() {}
  }
  Object.defineProperty(LanguageModel.prototype, "measureContextUsage", {
    value: async () => 100,
    writable: true,
  });
  vi.stubGlobal("LanguageModel", LanguageModel);
}
afterEach(() => void vi.unstubAllGlobals());

function open() {
  storeSession(sampleUser);
  return renderScreen(<DeviceDraftCard bookingId={bookingId} />).user;
}

describe("drafting points on the device", () => {
  it("is not offered without a model, or with one that is unavailable", async () => {
    open();
    expect(screen.queryByRole("button")).toBeNull();
    provideModel(async () => "", "unavailable");
    open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is not offered when the browser refuses to say whether it has a model", async () => {
    provideModel(async () => "");
    const model = (globalThis as unknown as { LanguageModel: { availability: () => Promise<string> } })
      .LanguageModel;
    const asked = vi.fn(() => Promise.reject(new DOMException("Blocked by policy", "NotAllowedError")));
    model.availability = asked;
    open();
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("sends the claims of the model, and nothing of the record", async () => {
    provideModel(async () => JSON.stringify({ claims: [claim] }));
    calls.set({ [`GET ${path}`]: { body: request }, [`POST ${path}`]: { body: {} } });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Draft points" }));
    await waitFor(() => expect(calls.sent.some(({ name }) => name === `POST ${path}`)).toBe(true));
    expect(calls.sent.find(({ name }) => name === `POST ${path}`)?.body).toEqual({
      model: "Browser model",
      claims: [{ ...claim, exerciseTitle: "", exercise: "" }],
    });
  });

  it.each(["downloadable", "downloading"])("warns of the download of a model that is %s", async (state) => {
    provideModel(async () => "", state);
    open();
    expect(await screen.findByText(/downloads its model first/)).toBeDefined();
  });

  it("says so when the browser denies its model, and sends nothing", async () => {
    provideModel(() => Promise.reject(new DOMException("Blocked by policy", "NotAllowedError")));
    calls.set({ [`GET ${path}`]: { body: request } });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Draft points" }));
    expect(await screen.findByText(/could not be used right now. The report is as it was/)).toBeDefined();
    expect(calls.sent.map(({ name }) => name)).toEqual([`GET ${path}`]);
  });

  it("says that the model found nothing, and sends nothing", async () => {
    provideModel(async () => "no idea");
    calls.set({ [`GET ${path}`]: { body: request } });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Draft points" }));
    expect(await screen.findByText(/found no point to make/)).toBeDefined();
    expect(calls.sent.some(({ name }) => name === `POST ${path}`)).toBe(false);
  });

  it("can be canceled and tried again", async () => {
    provideModel(
      (signal) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    calls.set({ [`GET ${path}`]: { body: request } });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Draft points" }));
    expect(await screen.findByText(/Reading the record/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(/Canceled/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Draft points" })).toBeDefined();
  });

  it("shows the server's message when it refuses", async () => {
    provideModel(async () => JSON.stringify({ claims: [claim] }));
    const refused = { status: 409, body: { code: "conflict", msg: "A model has drafted this report." } };
    calls.set({ [`GET ${path}`]: { body: request }, [`POST ${path}`]: refused });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Draft points" }));
    expect(await screen.findByText(/A model has drafted this report\./)).toBeDefined();
  });
});
