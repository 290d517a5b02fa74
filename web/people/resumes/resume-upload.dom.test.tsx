import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ResumeUpload } from "./components/resume-upload.tsx";

const calls = serveCallAnswers();
const send = "POST /api/user/resume-upload";
const uploads = () => calls.sent.filter(({ name }) => name === send);
const pdf = new File(["%PDF-1.4\n%%EOF\n"], "resume.pdf", { type: "application/pdf" });

/** The texts of alerts; an empty one waits for its text. */
const alerts = () =>
  screen.queryAllByRole("alert").flatMap(({ textContent }) => (textContent === "" ? [] : textContent));

function open() {
  storeSession(sampleUser);
  calls.set({ "GET /api/user/profile": { body: sampleUser } });
  const uploaded = vi.fn();
  const { user } = renderScreen(<ResumeUpload onUploaded={uploaded} />);
  const choose = (file: File) =>
    user.upload(document.querySelector("input[type=file]") as HTMLInputElement, file);
  const press = () => user.click(screen.getByRole("button", { name: /Upload PDF/ }));
  return { user, uploaded, choose, press };
}

it("sends the file and passes on the server's message", async () => {
  calls.set({ [send]: { body: { msg: "Resume uploaded.", fileUrl: "/file" } } });
  const { uploaded, choose, press } = open();
  await choose(pdf);
  await press();
  await waitFor(() => expect(uploaded).toHaveBeenCalledWith("Resume uploaded."));
  expect(uploads()[0]?.headers["content-type"]).toMatch(/^multipart\/form-data/);
});

it.each([
  ["is not a PDF", new File(["hello"], "notes.txt", { type: "text/plain" })],
  [
    "is larger than 10 MB",
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], "big.pdf", { type: "application/pdf" }),
  ],
])("reports at once when the file %s, and sends nothing", async (_, file) => {
  const { choose, press } = open();
  await choose(file);
  await press();
  await waitFor(() => expect(alerts()).toHaveLength(1));
  expect(uploads()).toEqual([]);
});

it("shows the server's refusal, keeps the file, and works on the next attempt", async () => {
  calls.set({
    [send]: [
      { status: 400, body: { code: "invalid_input", msg: "This PDF is encrypted." } },
      { body: { msg: "Resume uploaded.", fileUrl: "/file" } },
    ],
  });
  const { uploaded, choose, press } = open();
  await choose(pdf);
  await press();
  expect(await screen.findByText(/This PDF is encrypted\./)).toBeDefined();
  await press();
  await waitFor(() => expect(uploaded).toHaveBeenCalledOnce());
});

it("can be canceled, which is not a failure", async () => {
  calls.set({ [send]: "hang" });
  const { user, uploaded, choose, press } = open();
  await choose(pdf);
  await press();
  await user.click(await screen.findByRole("button", { name: "Stop upload" }));
  expect(await screen.findByRole("button", { name: "Upload PDF" })).toBeDefined();
  expect(alerts()).toEqual([]);
  expect(uploaded).not.toHaveBeenCalled();
});
