import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { RequireDeskAccess } from "../access/require-desk-access.tsx";
import { RecoveryCodes } from "../access/set-up-second-factor.tsx";
import ApplicationPage from "../pages/application.tsx";
import DeskNotFoundPage from "../pages/desk-not-found.tsx";
import PersonPage from "../pages/person.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const refusal = (status: number, code: string) => ({ status, body: { code, msg: "No.", requestId: "1" } });

beforeEach(() => {
  storeSession(sampleUser);
});

const person = `GET /api/operator/people/${id}`;
const application = `GET /api/operator/applications/${id}`;
const access = "GET /api/operator/access";
const personPage = (
  <ConfirmationProvider>
    <PersonPage />
  </ConfirmationProvider>
);
const applicationPage = (
  <ConfirmationProvider>
    <ApplicationPage />
  </ConfirmationProvider>
);
const desk = <RequireDeskAccess>The desk</RequireDeskAccess>;

/** A page or the desk, with the answer that it gets, a text that shows its state, and its main heading. */
const rows: [
  state: string,
  page: ReactElement,
  answers: Record<string, CallAnswer>,
  text: RegExp,
  h1: string,
][] = [
  ["the desk while it loads", desk, { [access]: "hang" }, /^Loading the operator/, "Operator's desk"],
  [
    "the desk after a failure",
    desk,
    { [access]: refusal(503, "unavailable") },
    /^Try again$/,
    "Operator's desk",
  ],
  ["a person while they load", personPage, { [person]: "hang" }, /^Loading this person/, "Person"],
  [
    "a person who does not exist",
    personPage,
    { [person]: refusal(404, "not_found") },
    /^Not found$/,
    "Person",
  ],
  [
    "a person before the confirmation",
    personPage,
    { [person]: refusal(403, "confirmation_required") },
    /^Confirm that it is you$/,
    "Person",
  ],
  [
    "an application after a failure",
    applicationPage,
    { [application]: refusal(503, "unavailable") },
    /^Try again$/,
    "Application",
  ],
  [
    "an unknown address",
    <DeskNotFoundPage key="page" />,
    {},
    /^The desk has no such page$/,
    "Page not found",
  ],
  [
    "the recovery codes of a new operator",
    <RecoveryCodes key="codes" codes={["a"]} headingLevel={1} doneLabel="Open" onDone={() => undefined} />,
    {},
    /^Open$/,
    "Save your recovery codes",
  ],
];

describe("every state of a page has one main heading", () => {
  it.each(rows)("%s", async (_, page, answers, text, heading) => {
    calls.set(answers);
    renderScreen(page, { path: `/operator/people/${id}`, route: "/operator/people/:id" });
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
    const headings = screen.getAllByRole("heading", { level: 1 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([heading]);
  });
});
