import { ratingRequiredMessage } from "@greenroom/contract/review/feedback.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serveCallAnswers } from "../testing/call-answers.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../testing/sample-data.ts";
import { RatingForm } from "./rating-form.tsx";

const calls = serveCallAnswers();
const send = "POST /api/user/feedback";
const sentRatings = () => calls.sent.filter(({ name }) => name === send);

async function rate() {
  storeSession(sampleUser);
  const done = vi.fn();
  const { user } = renderScreen(
    <RatingForm id="rating" booking={sampleBooking} onCancel={() => undefined} onDone={done} />,
  );
  await user.click(screen.getByRole("radio", { name: /^4/ }));
  await user.type(screen.getByLabelText(/^Overall summary/), "Clear and kind.");
  await user.click(screen.getByRole("button", { name: /Submit Feedback/ }));
  return { user, done };
}

it("sends the rating under a key of its own", async () => {
  calls.set({ [send]: { status: 201, body: { msg: "Saved." } } });
  const { done } = await rate();
  await waitFor(() =>
    expect(done).toHaveBeenCalledWith({ message: "✅ Feedback submitted successfully!", tone: "good" }),
  );
  expect(sentRatings()[0]?.body).toEqual({
    bookingId: sampleBooking._id,
    interviewerId: sampleBooking.interviewerId._id,
    interviewDate: sampleBooking.startTime,
    interviewScore: 4,
    overallSummary: "Clear and kind.",
  });
  expect(sentRatings()[0]?.headers["idempotency-key"]).toMatch(/./);
});

it("retries under the same key when the response was lost, and shows success once", async () => {
  calls.set({ [send]: ["cut", { status: 201, body: { msg: "Saved." } }] });
  const { done } = await rate();
  await waitFor(() =>
    expect(done).toHaveBeenCalledWith({ message: "✅ Feedback submitted successfully!", tone: "good" }),
  );
  const keys = sentRatings().map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  expect(done).toHaveBeenCalledOnce();
});

it("treats a rating that was sent from another window as done", async () => {
  const body = { code: "already_given", msg: "You have rated this session." };
  calls.set({ [send]: { status: 409, body } });
  const { done } = await rate();
  await waitFor(() =>
    expect(done).toHaveBeenCalledWith({ message: "You have rated this session.", tone: "wait" }),
  );
});

it("keeps the draft after a refusal", async () => {
  calls.set({ [send]: { status: 400, body: { code: "invalid_input", msg: "Please shorten it." } } });
  const { done } = await rate();
  expect((await screen.findByRole("alert")).textContent).toContain("Please shorten it.");
  expect((screen.getByLabelText(/^Overall summary/) as HTMLTextAreaElement).value).toBe("Clear and kind.");
  expect(done).not.toHaveBeenCalled();
});

it("requires the score before sending anything", async () => {
  storeSession(sampleUser);
  const { user } = renderScreen(
    <RatingForm id="rating" booking={sampleBooking} onCancel={() => undefined} onDone={() => undefined} />,
  );
  await user.type(screen.getByLabelText(/^Overall summary/), "Clear and kind.");
  await user.click(screen.getByRole("button", { name: /Submit Feedback/ }));
  expect(await screen.findByText(ratingRequiredMessage)).toBeDefined();
  expect(sentRatings()).toEqual([]);
});
