import type { AskedQuestion, InterviewerQuestion } from "@greenroom/contract/room/room-questions.ts";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleQuestion, sampleRoom, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { RoomClient } from "../connection/room-client.ts";
import { QuestionsPanel } from "./questions-panel.tsx";

const calls = serveCallAnswers();
afterEach(() => void vi.useRealTimers());

const { bookingId } = sampleRoom;
const path = `/api/rooms/${bookingId}`;
const question: InterviewerQuestion = {
  ...sampleQuestion,
  prompt: "Return one row per variant.",
  code: null,
  clarifications: [],
  hints: ["Find the users first.", "One row for each user."],
  followUps: [],
  criteria: [],
  modelAnswer: "Group by user.",
  commonErrors: [],
  notes: "",
};
const asked: AskedQuestion = {
  id: "0190a5b8-7c00-7000-8000-0000000000a1",
  questionId: question.id,
  title: question.title,
  shownAt: "2026-11-20T12:35:00.000Z",
  endedAt: null,
  hints: [],
  marks: { criteria: [], note: "", outcome: null },
};
const shown = `${path}/asked-questions/${asked.id}`;
const busy = { status: 500, body: { msg: "", code: "internal" } };

/** Opens the panel, on the question that both see if there is one. */
function open(questions: AskedQuestion[], answers: Record<string, CallAnswer | CallAnswer[]>) {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    [`GET ${path}/asked-questions`]: { body: { questions } },
    [`GET ${path}/questions`]: { body: { questions: [question], total: 1 } },
    [`GET ${path}/questions/${question.id}`]: { body: question },
    ...answers,
  });
  const client = new RoomClient({ room: sampleRoom, clock: { offset: 0, doubt: 0 } });
  return renderScreen(
    <QuestionsPanel
      room={sampleRoom}
      client={client}
      now={new Date(sampleRoom.now)}
      timeZone="Asia/Kolkata"
      searchRequests={0}
    />,
  );
}
const bodiesOf = (name: string) => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);

describe("showing a question", () => {
  const name = `POST ${path}/asked-questions`;

  it("that failed is repeated under the same id, and one that is shown again gets a new one", async () => {
    const ended = { ...asked, endedAt: "2026-11-20T12:40:00.000Z" };
    const { user } = open([], {
      [name]: ["cut", { status: 201, body: ended }, { status: 201, body: asked }],
    });
    await user.click(await screen.findByRole("option", { name: /Read out an A\/B test/ }));
    await user.click(await screen.findByRole("button", { name: "Show to both" }));
    expect(await screen.findByText(/^Network error\. Nothing was changed/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show to both" }));
    await user.click(await screen.findByRole("button", { name: "Show again" }));
    expect(await screen.findByText("Shown to both")).toBeDefined();
    const [lost, repeated, again] = bodiesOf(name) as { id: string; questionId: string }[];
    expect(repeated).toEqual(lost);
    expect(again?.id).not.toBe(lost?.id);
    expect(again?.questionId).toBe(question.id);
  });

  it("ends the one that was shown before it", async () => {
    const before = {
      ...asked,
      id: "0190a5b8-7c00-7000-8000-0000000000a0",
      questionId: "joins",
      title: "Joins",
    };
    const { user } = open([before], {
      [`GET ${path}/questions/joins`]: { body: { ...question, id: "joins", title: "Joins" } },
      [name]: { status: 201, body: asked },
    });
    await user.click(await screen.findByRole("button", { name: "All questions" }));
    await user.click(await screen.findByRole("option", { name: /Read out an A\/B test/ }));
    await user.click(await screen.findByRole("button", { name: "Show to both" }));
    await screen.findByText("Shown to both");
    await user.click(screen.getByRole("button", { name: "All questions" }));
    await user.click(await screen.findByRole("button", { name: /^Joins/ }));
    expect(await screen.findByRole("button", { name: "Show again" })).toBeDefined();
    expect(screen.queryByText("Shown to both")).toBeNull();
  });
});

describe("a question that is shown", () => {
  it("keeps its other hint when one could not be shown, and says so", async () => {
    const name = `POST ${shown}/hints`;
    const hints = [{ index: 0, text: question.hints[0] as string, shownAt: asked.shownAt }];
    const { user } = open([asked], { [name]: [busy, { body: { ...asked, hints } }] });
    await user.click(await screen.findByRole("button", { name: "Show hint 1" }));
    expect(await screen.findByText("That did not work. Please try again.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show hint 1" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Show hint 1" })).toBeNull());
    expect(screen.queryByText("That did not work. Please try again.")).toBeNull();
    expect(screen.getByRole("button", { name: "Show hint 2" })).toBeDefined();
    expect(bodiesOf(name)).toEqual([{ index: 0 }, { index: 0 }]);
  });

  it("stays shown when its end was not stored, and ends on the next try", async () => {
    const ended = { ...asked, endedAt: "2026-11-20T12:36:00.000Z" };
    const { user } = open([asked], { [`POST ${shown}/end`]: [busy, { body: ended }] });
    await user.click(await screen.findByRole("button", { name: "Done" }));
    expect(await screen.findByText("That did not work. Please try again.")).toBeDefined();
    expect(screen.getByText("Shown to both")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Done" }));
    // The panel follows the question that both see, so it returns to the search.
    expect(await screen.findByRole("button", { name: "Read out an A/B test done" })).toBeDefined();
  });
});

describe("private marks", () => {
  const name = `PUT ${shown}/marks`;
  const line = () => screen.findByLabelText(/^A line about the answer/);

  it("are saved once after the last change", async () => {
    const { user } = open([asked], { [name]: { body: asked } });
    await user.type(await line(), "Good");
    expect(screen.getByText("Saving…")).toBeDefined();
    expect(await screen.findByText(/^Only you see these marks/)).toBeDefined();
    expect(bodiesOf(name)).toEqual([{ scores: [], note: "Good", outcome: null }]);
  });

  it("are sent again four seconds after the connection was lost", async () => {
    const { user } = open([asked], { [name]: ["cut", { body: asked }] });
    const field = await line();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    await user.type(field, "Good");
    expect(await screen.findByText("Not saved yet. Trying again…")).toBeDefined();
    expect(bodiesOf(name)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await screen.findByText(/^Only you see these marks/)).toBeDefined();
    expect(bodiesOf(name)).toEqual([
      { scores: [], note: "Good", outcome: null },
      { scores: [], note: "Good", outcome: null },
    ]);
  });

  it("that were changed while they were saved are saved once more", async () => {
    const { user } = open([asked], { [name]: { body: asked } });
    const field = await line();
    await user.type(field, "Good");
    await waitFor(() => expect(bodiesOf(name)).toHaveLength(1));
    await user.type(field, " split");
    await waitFor(() => expect(bodiesOf(name).at(-1)).toMatchObject({ note: "Good split" }));
    expect(await screen.findByText(/^Only you see these marks/)).toBeDefined();
  });

  it("that were just changed are sent when the question is left", async () => {
    const { user } = open([asked], { [name]: { body: asked } });
    await user.click(await screen.findByRole("button", { name: "Went well" }));
    expect(bodiesOf(name)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "All questions" }));
    await waitFor(() => expect(bodiesOf(name)).toEqual([{ scores: [], note: "", outcome: "well" }]));
  });

  it("that are saved are not sent again when the question is left", async () => {
    const { user } = open([asked], { [name]: { body: asked } });
    await user.click(await screen.findByRole("button", { name: "Went well" }));
    await screen.findByText(/^Only you see these marks/);
    await waitFor(() => expect(bodiesOf(name)).toHaveLength(1));
    await screen.findByText(/^Only you see these marks/);
    await user.click(screen.getByRole("button", { name: "All questions" }));
    await screen.findByRole("combobox", { name: "Search questions" });
    expect(bodiesOf(name)).toHaveLength(1);
  });
});
