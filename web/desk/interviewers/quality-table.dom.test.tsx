import type { InterviewerQuality } from "@greenroom/contract/desk/interviewers.ts";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import InterviewersPage from "../pages/interviewers.tsx";

const calls = serveCallAnswers();

const interviewer = (name: string, writingMinutes: number | null): InterviewerQuality => ({
  ...{ _id: name, name, isBlocked: false, isOnProbation: false, completed: 30 },
  ...{ rating: 5, ratings: 9, punctuality: 1, feedbackHours: 3, writingMinutes },
  ...{ timedForms: writingMinutes === null ? 0 : 7, meanScore: 3, severity: null, comparedInterviews: 0 },
  ...{ noShows: 0, disputes: 0 },
});

it("says the target for the time of writing, and marks the medians that miss it", async () => {
  storeSession({ ...sampleUser, isOperator: true });
  const body = [interviewer("Quick", 5.94), interviewer("Slow", 6), interviewer("New", null)];
  calls.set({ "GET /api/operator/interviewers": { body } });
  renderDesk(<InterviewersPage />);
  const rowOf = async (name: string) =>
    within((await screen.findByRole("link", { name })).closest("tr") as HTMLElement);
  expect((await rowOf("Quick")).getByText("5.9 min (7)")).toBeDefined();
  expect((await rowOf("Quick")).queryByText("target: under 6")).toBeNull();
  expect((await rowOf("Slow")).getByText("target: under 6")).toBeDefined();
  expect((await rowOf("New")).queryByText("target: under 6")).toBeNull();
  expect(screen.getByText(/The target is a median under 6 minutes\./)).toBeDefined();
});
