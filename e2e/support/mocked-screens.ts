import type { User } from "@greenroom/contract/people/accounts.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import type { Browser, Page } from "@playwright/test";
import { sampleBooking, sampleUser } from "../../web/testing/sample-data.ts";

/** The result of a call: a response of the server, one of a proxy before it, or none at all. */
export type MockedResponse =
  | { status?: number; body: unknown }
  | { status: number; html: string }
  | "cut"
  /** The response never arrives. */
  | "hang";

/** By method and path: `GET /api/user/profile`. */
export type MockedResponses = Record<string, MockedResponse>;

/**
 * Opens a page on which this person is signed in and every API call is answered from `answers`, as they are
 * at that moment. The site's own settings come from the server. Errors on the page do not fail the test,
 * because they are its purpose.
 */
export async function openMockedPage(
  browser: Browser,
  user: User,
  responses: MockedResponses,
): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((stored) => {
    localStorage.setItem("greenroom.token", "a token that only this page knows");
    localStorage.setItem("greenroom.user", stored);
  }, JSON.stringify(user));
  await page.route(/\/api\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/api/site") return route.continue();
    const response = responses[`${route.request().method()} ${pathname}`];
    if (response === "hang") return;
    if (response === "cut") return route.abort("connectionfailed");
    if (response === undefined)
      return route.fulfill({ status: 404, json: { msg: "Not in this test.", code: "not_found" } });
    const { status = 200 } = response;
    if ("html" in response) return route.fulfill({ status, contentType: "text/html", body: response.html });
    return route.fulfill({ status, json: response.body });
  });
  return page;
}

/** A line without its leading symbol. */
export function stripLeadingSymbol(line: string): string {
  return line.replace(/^[^\p{L}\p{N}]+/u, "").trim();
}

/** The given messages that appear on the page, each on its own line, without their leading symbols. */
export async function findMessagesOn(page: Page, messages: readonly string[]): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: only laid-out, visible lines count
  const lines = new Set((await page.locator("body").innerText()).split("\n").map(stripLeadingSymbol));
  return [...new Set(messages.map(stripLeadingSymbol))].filter((sentence) => lines.has(sentence));
}

/* The messages of each screen of requirements §8 Profile, Booking and Feedback, by the result of its call:
   the server unavailable (a response without a message), a refusal with the server's own message, a lost
   connection, a response that never arrives. docs/messages.md is the list. */

const startTime = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString();
const slot = {
  _id: "0190a5b8-7c00-7000-8000-0000000000b1",
  slotTime: startTime,
  interviewerId: sampleBooking.interviewerId,
};
export const booking: Booking = {
  ...sampleBooking,
  startTime,
  endTime: new Date(Date.parse(startTime) + 45 * 60_000).toISOString(),
  status: "pending",
  allowedActions: [],
};
const completedBooking = {
  ...booking,
  status: "completed",
  feedbackFileUrl: "/api/interviewer/feedback-file/x",
  allowedActions: ["give-feedback", "download-feedback"],
} satisfies Booking;
const userWithFile = { ...sampleUser, resumeFileUrl: "/api/user/resume-pdf" };

export const defaultResponses: MockedResponses = {
  "GET /api/user/profile": { body: sampleUser },
  "GET /api/user/slots": { body: [slot] },
  "GET /api/user/bookings": { body: [] },
  "GET /api/user/sessions": { body: [completedBooking] },
  "GET /api/user/credits": { body: [] },
  "GET /api/user/purchases": { body: [] },
  "GET /api/user/interviewers": { body: [] },
};

const serverError = { status: 500, html: "<h1>A proxy's page</h1>" };
export const networkError = "cut" as const;
export const noResponse = "hang" as const;
const refusedWith = (msg: string) => ({ status: 409, body: { msg, code: "conflict", requestId: "r" } });
const serverMessage = "The server says why.";

export interface ScreenCase {
  /** The result of the call; omitted where nothing is sent. */
  response?: MockedResponse;
  act: (page: Page) => Promise<void>;
  message: string;
  /** How often the page sends the call before it reports a lost connection; 1 if omitted. */
  attempts?: number;
}

interface Screen {
  name: string;
  path: string;
  call: string;
  responses?: MockedResponses;
  cases: ScreenCase[];
}

const clickButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
const save = clickButton("Save");
const upload = clickButton("Upload PDF");
const chooseFile = (name: string, mimeType: string) => (page: Page) =>
  page
    .locator("input[type=file][accept*=pdf]")
    .setInputFiles({ name, mimeType, buffer: Buffer.from("%PDF-1.7") });
const bookTheSlot = async (page: Page) => {
  await page
    .getByRole("button", { name: /^Open slot with Kavya/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Confirm/ }).click();
};

/** A failure of the server, a lost connection, and a refusal, whose sentence the page shows. */
function failures(
  act: ScreenCase["act"],
  [ofServer, ofNetwork]: [string, string],
  { again = act, attempts = 1, refusal = serverMessage } = {},
): ScreenCase[] {
  return [
    { response: serverError, act, message: ofServer },
    { response: networkError, act: again, message: ofNetwork, attempts },
    { response: refusedWith(serverMessage), act: again, message: refusal },
  ];
}

const profileScreens: Screen[] = [
  {
    name: "saving the resume",
    path: "/interviewee-dashboard/profile",
    call: "POST /api/user/resume-data",
    cases: [
      ...failures(save, ["Failed to save resume.", "Error saving resume."]),
      {
        response: { body: { ...sampleUser, resumeVersion: 1 } },
        act: save,
        message: "✅ Resume saved successfully!",
      },
    ],
  },
  {
    name: "exporting the PDF",
    path: "/interviewee-dashboard/profile",
    call: "GET /api/user/resume-pdf",
    cases: [
      {
        response: {
          body: { isUploadedFile: false, resumeFileUrl: null, isStructuredPdfUnavailable: true, msg: "" },
        },
        act: clickButton(/^Export PDF/),
        message: "PDF export from structured data is temporarily unavailable.",
      },
      ...failures(clickButton(/^Export PDF/), ["Failed to export PDF.", "Error exporting PDF."]),
    ],
  },
  {
    name: "uploading a file",
    path: "/interviewee-dashboard/profile",
    call: "POST /api/user/resume-upload",
    cases: [
      { act: upload, message: "Please select a file to upload." },
      { act: chooseFile("a.txt", "text/plain"), message: "Only PDF files are supported." },
      ...failures(
        chooseFile("a.pdf", "application/pdf"),
        ["Failed to upload resume file.", "Error uploading resume file."],
        { again: upload, attempts: 3 },
      ),
    ],
  },
  {
    name: "clearing the file",
    path: "/interviewee-dashboard/profile",
    responses: { "GET /api/user/profile": { body: userWithFile } },
    call: "POST /api/user/resume-upload",
    cases: failures(clickButton("Clear File"), ["Failed to clear resume file.", "Network error."]),
  },
  {
    name: "opening the file",
    path: "/interviewee-dashboard/profile",
    responses: { "GET /api/user/profile": { body: userWithFile } },
    call: "GET /api/user/resume-pdf",
    cases: failures(clickButton(/^View File/), [
      "Failed to generate secure link. Ensure B2 is configured and file exists.",
      "Network error while generating secure link.",
    ]),
  },
  {
    name: "changing the password",
    path: "/interviewee-dashboard/profile?tab=account",
    call: "POST /api/user/change-password",
    cases: [
      ...failures(
        async (page) => {
          await page.getByLabel("Current password", { exact: true }).fill("brave-Otter-77!");
          await page.getByLabel("New password", { exact: true }).fill("bold-Heron-88!");
          await clickButton("Change password")(page);
        },
        ["Failed to change password.", "Network error while changing password."],
        { again: clickButton("Change password") },
      ),
      {
        response: { body: { msg: "Changed." } },
        act: clickButton("Change password"),
        message: "✅ Password updated successfully. You will be logged out now.",
      },
    ],
  },
];

const bookingScreens: Screen[] = [
  {
    name: "booking a slot",
    path: "/interviewee-dashboard/booking",
    call: "POST /api/user/bookings",
    cases: [
      {
        act: (page) => page.getByRole("button", { name: /^Confirm/ }).click({ force: true }),
        message: "Please select an available slot.",
      },
      ...failures(bookTheSlot, ["❌ Booking failed", "⚠️ Network error. Please check your connection."], {
        again: clickButton(/^Confirm/),
        attempts: 3,
        refusal: `❌ ${serverMessage}`,
      }),
    ],
  },
  {
    name: "making its meeting",
    path: "/interviewee-dashboard/booking",
    responses: { "POST /api/user/bookings": { status: 201, body: booking } },
    call: "POST /api/meeting/create",
    cases: [
      ...failures(
        bookTheSlot,
        ["❌ The meeting could not be created.", "⚠️ Network error. Please check your connection."],
        { refusal: `❌ ${serverMessage}` },
      ),
      {
        response: {
          body: { zoomLink: "https://zoom.us/j/1", msg: "✅ Booking successful & Zoom meeting created!" },
        },
        act: bookTheSlot,
        message: "✅ Booking successful & Zoom meeting created!",
      },
    ],
  },
];

const submit = clickButton("Submit Feedback");
const feedbackScreens: Screen[] = [
  {
    name: "giving feedback",
    path: "/interviewee-dashboard/my-sessions",
    call: "POST /api/user/feedback",
    cases: [
      {
        act: async (page) => {
          await clickButton(/^Give Feedback/)(page);
          await page.getByLabel("Overall summary").fill("Clear questions.");
          await submit(page);
        },
        message: "Please select a rating before submitting.",
      },
      ...failures(
        async (page) => {
          await page.getByRole("radio", { name: /Good/ }).check({ force: true });
          await submit(page);
        },
        ["Failed to submit feedback.", "❌ Network error submitting feedback."],
        { again: submit, attempts: 3 },
      ),
      { response: { status: 201, body: {} }, act: submit, message: "✅ Feedback submitted successfully!" },
    ],
  },
  {
    name: "downloading the mentor's feedback",
    path: "/interviewee-dashboard/my-sessions",
    call: `GET /api/interviewer/feedback-file/${completedBooking._id}`,
    cases: failures(clickButton(/^Download Feedback/), [
      "❌ Failed to generate download link for the feedback file.",
      "❌ Network error while requesting feedback download.",
    ]),
  },
];

const serverUnreachableMessage = "Error connecting to the server. Please try again later.";

/** Parts of a page that cannot be loaded, each with its own message. */
export const loadingCases = [
  ["/interviewee-dashboard/profile", "GET /api/user/profile", serverError, "Failed to load profile."],
  [
    "/interviewee-dashboard/profile?tab=account",
    "GET /api/user/profile",
    serverError,
    "Failed to load profile.",
  ],
  ["/interviewee-dashboard/profile", "GET /api/user/profile", networkError, "Network error."],
  ["/interviewee-dashboard/profile?tab=account", "GET /api/user/profile", networkError, "Network error."],
  ["/interviewee-dashboard/profile", "GET /api/user/profile", noResponse, "Network error."],
  ["/interviewee-dashboard/booking", "GET /api/user/slots", serverError, serverUnreachableMessage],
  ["/interviewee-dashboard/booking", "GET /api/user/slots", noResponse, serverUnreachableMessage],
  ["/interviewee-dashboard/booking", "GET /api/user/bookings", serverError, serverUnreachableMessage],
  ["/interviewee-dashboard/booking", "GET /api/user/bookings", noResponse, serverUnreachableMessage],
  ["/interviewee-dashboard/my-sessions", "GET /api/user/sessions", serverError, "Failed to load sessions."],
  ["/interviewee-dashboard/my-sessions", "GET /api/user/sessions", noResponse, "Failed to load sessions."],
] as const;

export const screenGroups = { Profile: profileScreens, Booking: bookingScreens, Feedback: feedbackScreens };
export const allMessages = [
  ...new Set([
    ...Object.values(screenGroups).flatMap((screens) =>
      screens.flatMap(({ cases }) => cases.map(({ message }) => message)),
    ),
    ...loadingCases.map(([, , , says]) => says),
  ]),
];
