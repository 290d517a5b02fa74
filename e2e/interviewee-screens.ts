import type { Page } from "@playwright/test";
import { type Answers, type RoutedAnswer, routedUser } from "./routed.ts";

/*
 * What each screen of spec §8 Profile, Booking and Feedback says of what its call comes to: the server away (an answer
 * without a sentence), a refusal with a sentence of the server's own, the network cut, an answer that never comes.
 * docs/messages.md is the list.
 */

const person = (firstName: string) => ({
  _id: "0190a5b8-7c00-7000-8000-00000000000a",
  firstName,
  lastName: "Menon",
});
const startTime = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString();
const slot = {
  _id: "0190a5b8-7c00-7000-8000-0000000000b1",
  slotTime: startTime,
  interviewerId: person("Kavya"),
};
export const booking = {
  _id: "0190a5b8-7c00-7000-8000-0000000000b2",
  startTime,
  endTime: new Date(Date.parse(startTime) + 45 * 60_000).toISOString(),
  status: "pending",
  zoomLink: null,
  feedbackFileUrl: null,
  allowedActions: [],
  interviewerId: person("Kavya"),
  feedback: null,
  aiFeedback: null,
  remediedAt: null,
  freeUntil: null,
  cancellation: null,
  noShowReports: [],
};
const session = {
  ...booking,
  status: "completed",
  feedbackFileUrl: "/api/interviewer/feedback-file/x",
  allowedActions: ["give-feedback", "download-feedback"],
};
const withFile = { ...routedUser, resumeFileUrl: "/api/user/resume-pdf" };

export const standing: Answers = {
  "GET /api/user/profile": { body: routedUser },
  "GET /api/user/slots": { body: [slot] },
  "GET /api/user/bookings": { body: [] },
  "GET /api/user/sessions": { body: [session] },
  "GET /api/user/credits": { body: [] },
  "GET /api/user/purchases": { body: [] },
  "GET /api/user/interviewers": { body: [] },
};

const away = { status: 500, html: "<h1>A proxy's page</h1>" };
export const cut = "cut" as const;
export const hangs = "hang" as const;
const refused = (msg: string) => ({ status: 409, body: { msg, code: "conflict", requestId: "r" } });
const ownWords = "The server says why.";

export interface Cause {
  /** What the call comes to; left out where nothing is sent. */
  answer?: RoutedAnswer;
  act: (page: Page) => Promise<void>;
  says: string;
}

interface Screen {
  name: string;
  path: string;
  call: string;
  standing?: Answers;
  causes: Cause[];
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
const save = press("Save");
const upload = press("Upload PDF");
const choose = (name: string, mimeType: string) => (page: Page) =>
  page
    .locator("input[type=file][accept*=pdf]")
    .setInputFiles({ name, mimeType, buffer: Buffer.from("%PDF-1.7") });
export const bookTheSlot = async (page: Page) => {
  await page
    .getByRole("button", { name: /^Open slot with Kavya/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Confirm/ }).click();
};

const profile: Screen[] = [
  {
    name: "saving the resume",
    path: "/interviewee-dashboard/profile",
    call: "POST /api/user/resume-data",
    causes: [
      { answer: away, act: save, says: "Failed to save resume." },
      { answer: cut, act: save, says: "Error saving resume." },
      { answer: refused(ownWords), act: save, says: ownWords },
      {
        answer: { body: { ...routedUser, resumeVersion: 1 } },
        act: save,
        says: "✅ Resume saved successfully!",
      },
    ],
  },
  {
    name: "exporting the PDF",
    path: "/interviewee-dashboard/profile",
    call: "GET /api/user/resume-pdf",
    causes: [
      { answer: away, act: press(/^Export PDF/), says: "Failed to export PDF." },
      { answer: cut, act: press(/^Export PDF/), says: "Error exporting PDF." },
      {
        answer: {
          body: { isUploadedFile: false, resumeFileUrl: null, isStructuredPdfUnavailable: true, msg: "" },
        },
        act: press(/^Export PDF/),
        says: "PDF export from structured data is temporarily unavailable.",
      },
      { answer: refused(ownWords), act: press(/^Export PDF/), says: ownWords },
    ],
  },
  {
    name: "uploading a file",
    path: "/interviewee-dashboard/profile",
    call: "POST /api/user/resume-upload",
    causes: [
      { act: upload, says: "Please select a file to upload." },
      { act: choose("a.txt", "text/plain"), says: "Only PDF files are supported." },
      {
        answer: away,
        act: async (page) => {
          await choose("a.pdf", "application/pdf")(page);
          await upload(page);
        },
        says: "Failed to upload resume file.",
      },
      { answer: cut, act: upload, says: "Error uploading resume file." },
      { answer: refused(ownWords), act: upload, says: ownWords },
    ],
  },
  {
    name: "clearing the file",
    path: "/interviewee-dashboard/profile",
    standing: { "GET /api/user/profile": { body: withFile } },
    call: "POST /api/user/resume-upload",
    causes: [
      { answer: away, act: press("Clear File"), says: "Failed to clear resume file." },
      { answer: cut, act: press("Clear File"), says: "Network error." },
    ],
  },
  {
    name: "opening the file",
    path: "/interviewee-dashboard/profile",
    standing: { "GET /api/user/profile": { body: withFile } },
    call: "GET /api/user/resume-pdf",
    causes: [
      {
        answer: away,
        act: press(/^View File/),
        says: "Failed to generate secure link. Ensure B2 is configured and file exists.",
      },
      { answer: cut, act: press(/^View File/), says: "Network error while generating secure link." },
    ],
  },
  {
    name: "changing the password",
    path: "/interviewee-dashboard/profile?tab=account",
    call: "POST /api/user/change-password",
    causes: [
      {
        answer: away,
        act: async (page) => {
          await page.getByLabel("Current password", { exact: true }).fill("brave-Otter-77!");
          await page.getByLabel("New password", { exact: true }).fill("bold-Heron-88!");
          await press("Change password")(page);
        },
        says: "Failed to change password.",
      },
      { answer: cut, act: press("Change password"), says: "Network error while changing password." },
      { answer: refused(ownWords), act: press("Change password"), says: ownWords },
      {
        answer: { body: { msg: "Changed." } },
        act: press("Change password"),
        says: "✅ Password updated successfully. You will be logged out now.",
      },
    ],
  },
];

const bookingScreens: Screen[] = [
  {
    name: "booking a slot",
    path: "/interviewee-dashboard/booking",
    call: "POST /api/user/bookings",
    causes: [
      {
        act: (page) => page.getByRole("button", { name: /^Confirm/ }).click({ force: true }),
        says: "Please select an available slot.",
      },
      { answer: away, act: bookTheSlot, says: "❌ Booking failed" },
      { answer: cut, act: press(/^Confirm/), says: "⚠️ Network error. Please check your connection." },
      { answer: refused(ownWords), act: press(/^Confirm/), says: `❌ ${ownWords}` },
    ],
  },
  {
    name: "making its meeting",
    path: "/interviewee-dashboard/booking",
    standing: { "POST /api/user/bookings": { status: 201, body: booking } },
    call: "POST /api/meeting/create",
    causes: [
      { answer: away, act: bookTheSlot, says: "❌ The meeting could not be created." },
      { answer: cut, act: bookTheSlot, says: "⚠️ Network error. Please check your connection." },
      { answer: refused(ownWords), act: bookTheSlot, says: `❌ ${ownWords}` },
      {
        answer: {
          body: { zoomLink: "https://zoom.us/j/1", msg: "✅ Booking successful & Zoom meeting created!" },
        },
        act: bookTheSlot,
        says: "✅ Booking successful & Zoom meeting created!",
      },
    ],
  },
];

const submit = press("Submit Feedback");
const feedback: Screen[] = [
  {
    name: "giving feedback",
    path: "/interviewee-dashboard/my-sessions",
    call: "POST /api/user/feedback",
    causes: [
      {
        act: async (page) => {
          await press(/^Give Feedback/)(page);
          await page.getByLabel("Overall summary").fill("Clear questions.");
          await submit(page);
        },
        says: "Please select a rating before submitting.",
      },
      {
        answer: away,
        act: async (page) => {
          await page.getByRole("radio", { name: /Good/ }).check({ force: true });
          await submit(page);
        },
        says: "Failed to submit feedback.",
      },
      { answer: cut, act: submit, says: "❌ Network error submitting feedback." },
      { answer: refused(ownWords), act: submit, says: ownWords },
      { answer: { status: 201, body: {} }, act: submit, says: "✅ Feedback submitted successfully!" },
    ],
  },
  {
    name: "downloading the mentor's feedback",
    path: "/interviewee-dashboard/my-sessions",
    call: `GET /api/interviewer/feedback-file/${session._id}`,
    causes: [
      {
        answer: away,
        act: press(/^Download Feedback/),
        says: "❌ Failed to generate download link for the feedback file.",
      },
      {
        answer: cut,
        act: press(/^Download Feedback/),
        says: "❌ Network error while requesting feedback download.",
      },
      { answer: refused(ownWords), act: press(/^Download Feedback/), says: ownWords },
    ],
  },
];

const serverGone = "Error connecting to the server. Please try again later.";

/** What could not be loaded says so by itself. */
export const loading = [
  ["/interviewee-dashboard/profile", "GET /api/user/profile", away, "Failed to load profile."],
  ["/interviewee-dashboard/profile?tab=account", "GET /api/user/profile", away, "Failed to load profile."],
  ["/interviewee-dashboard/profile", "GET /api/user/profile", cut, "Network error."],
  ["/interviewee-dashboard/profile?tab=account", "GET /api/user/profile", cut, "Network error."],
  ["/interviewee-dashboard/profile", "GET /api/user/profile", hangs, "Network error."],
  ["/interviewee-dashboard/booking", "GET /api/user/slots", away, serverGone],
  ["/interviewee-dashboard/booking", "GET /api/user/slots", hangs, serverGone],
  ["/interviewee-dashboard/booking", "GET /api/user/bookings", away, serverGone],
  ["/interviewee-dashboard/booking", "GET /api/user/bookings", hangs, serverGone],
  ["/interviewee-dashboard/my-sessions", "GET /api/user/sessions", away, "Failed to load sessions."],
  ["/interviewee-dashboard/my-sessions", "GET /api/user/sessions", hangs, "Failed to load sessions."],
] as const;

export const parts = { Profile: profile, Booking: bookingScreens, Feedback: feedback };
export const catalogue = [
  ...new Set([
    ...Object.values(parts).flatMap((screens) =>
      screens.flatMap(({ causes }) => causes.map(({ says }) => says)),
    ),
    ...loading.map(([, , , says]) => says),
  ]),
];
