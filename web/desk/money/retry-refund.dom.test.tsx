import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { RetryRefund } from "./refund-dialogs.tsx";

serveCallAnswers();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

beforeEach(() => {
  storeSession(sampleUser);
});

it.each([
  ["waiting", 1, false],
  ["waiting", 6, true],
  ["refused", 1, true],
] as const)("a refund that is %s after %i min can be tried again: %s", async (state, minutes, canRetry) => {
  renderScreen(
    <ConfirmationProvider>
      <RetryRefund refund={{ _id: "1", state, createdAt: minutesAgo(minutes) }} onDone={() => undefined} />
    </ConfirmationProvider>,
  );
  await screen.findByText(canRetry ? "Try again" : "None: it is being sent");
  expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(canRetry ? 1 : 0);
});
