import type { Room } from "@greenroom/contract/room/room.ts";
import type { AskedQuestion, InterviewerQuestion } from "@greenroom/contract/room/room-questions.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleQuestion, sampleRoom, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { RoomClient } from "../connection/room-client.ts";
import { QuestionsPanel } from "./questions-panel.tsx";

const calls = serveCallAnswers();
const { bookingId } = sampleRoom;
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`).toISOString();

const summary = { ...sampleQuestion, language: "sql" } as const;
const first = { ...summary, id: "funnel-in-order", title: "A funnel in order", topic: "sql" } as const;
const second = {
  ...summary,
  id: "ab-test-readout",
  title: "Read out an A/B test",
  topic: "sql",
  askedBefore: at("09:00"),
} as const;
const question: InterviewerQuestion = {
  ...second,
  prompt: "Return one row per variant.",
  code: { language: "sql", starterCode: "select 1", tables: [], referenceSolution: "select 2" },
  clarifications: [],
  hints: ["Find the users first.", "One row for each user."],
  followUps: [{ when: "When it works", ask: "Is the split right?" }],
  criteria: [{ name: "Correct population", one: "Counts rows.", three: "After a hint.", five: "At once." }],
  modelAnswer: "Group by user.",
  commonErrors: ["Joins and counts rows."],
  notes: "",
};
const asked: AskedQuestion = {
  id: "0190a5b8-7c00-7000-8000-0000000000a1",
  questionId: question.id,
  title: question.title,
  shownAt: at("12:35"),
  endedAt: null,
  hints: [],
  marks: { criteria: [{ name: "Correct population", score: null }], note: "", outcome: null },
};
const path = `/api/rooms/${bookingId}`;
const answers = {
  [`GET ${path}/asked-questions`]: { body: { questions: [] as AskedQuestion[] } },
  [`GET ${path}/questions`]: { body: { questions: [first, second], total: 2 } },
  [`GET ${path}/questions/${question.id}`]: { body: question },
};

function open(goal: Room["goal"] = null) {
  storeSession({ ...sampleUser, role: "interviewer" });
  const client = new RoomClient({ room: sampleRoom, clock: { offset: 0, doubt: 0 } });
  const { user } = renderScreen(
    <QuestionsPanel
      room={{ ...sampleRoom, goal }}
      client={client}
      now={new Date(sampleRoom.now)}
      timeZone="Asia/Kolkata"
      searchRequests={0}
    />,
  );
  return { user, client };
}

/** Opens the panel with the question that is shown already. */
async function openShown(answer: CallAnswer | CallAnswer[]) {
  const name = `PUT ${path}/asked-questions/${asked.id}/marks`;
  calls.set({
    ...answers,
    [`GET ${path}/asked-questions`]: { body: { questions: [asked] } },
    [name]: answer,
  });
  const { user } = open();
  const region = await screen.findByRole("region", { name: "This question in this interview" });
  const saves = () => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);
  return { user, saves, controls: within(region) };
}

describe("the questions of the room", () => {
  it.each([
    [null, "Any role", "Any level"],
    [{ role: "ML engineer at a bank", level: "lead" }, "ML engineer", "Senior"],
    [{ role: "Astronaut", level: "entry" }, "Any role", "Junior"],
  ] as const)("open with the role and level of the goal %j", async (given, role, level) => {
    calls.set(answers);
    const blank = { companyType: null, practice: [], practiceOther: "", note: "" };
    open(given && { ...blank, ...given });
    const chosen = (label: string) =>
      (screen.getByLabelText(label) as HTMLSelectElement).selectedOptions[0]?.textContent;
    await screen.findByLabelText("Role");
    expect(chosen("Role")).toBe(role);
    expect(chosen("Level")).toBe(level);
  });

  it("are found and opened by keyboard, with a warning about one that was asked before", async () => {
    calls.set(answers);
    const { user } = open();
    const field = await screen.findByRole("combobox", { name: "Search questions" });
    await user.type(field, "test");
    const warned = await screen.findByRole("option", { name: /Read out an A\/B test/ });
    expect(warned.textContent).toContain("Asked this person before: Fri 20 Nov");
    await waitFor(() => expect(field.getAttribute("aria-activedescendant")).toMatch(/-0$/));
    await user.type(field, "{ArrowDown}{Enter}");
    expect(await screen.findByRole("heading", { name: question.title })).toBeDefined();
    expect(screen.getByText("Group by user.")).toBeDefined();
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("combobox", { name: "Search questions" })).toBeDefined();
  });

  it("are shown to both, with hints, private scores and an end", async () => {
    const shown = `${path}/asked-questions/${asked.id}`;
    calls.set({
      ...answers,
      [`POST ${path}/asked-questions`]: { status: 201, body: asked },
      [`POST ${shown}/hints`]: {
        body: { ...asked, hints: [{ index: 1, text: question.hints[1], shownAt: at("12:36") }] },
      },
      [`PUT ${shown}/marks`]: { body: asked },
      [`POST ${shown}/end`]: { body: { ...asked, endedAt: at("12:40") } },
    });
    const { user, client } = open();
    await user.click(await screen.findByRole("option", { name: /Read out an A\/B test/ }));
    await user.click(await screen.findByRole("button", { name: "Show to both" }));
    const controls = await screen.findByRole("region", { name: "This question in this interview" });
    expect(controls.textContent).toContain("1:00 of about 18 minutes");
    expect(client.store.getState().offeredCode).toEqual({ language: "sql", code: "select 1" });
    await user.click(within(controls).getByRole("button", { name: "Show hint 2" }));
    await waitFor(() => expect(within(controls).getAllByText("Shown to both")).toHaveLength(2));
    await user.click(within(controls).getByRole("button", { name: "Correct population: 4 of 5" }));
    await user.type(within(controls).getByLabelText(/A line about the answer/), "Good split");
    await user.click(within(controls).getByRole("button", { name: "Went well" }));
    await waitFor(() =>
      expect(calls.sent.findLast(({ name }) => name === `PUT ${shown}/marks`)?.body).toEqual({
        scores: [4],
        note: "Good split",
        outcome: "well",
      }),
    );
    await user.click(within(controls).getByRole("button", { name: "Done" }));
    expect(await screen.findByRole("button", { name: "Show again" })).toBeDefined();
  });

  it("send a pasted line about the answer without what a line cannot have", async () => {
    const { user, saves, controls } = await openShown({ body: asked });
    await user.click(controls.getByLabelText(/A line about the answer/));
    await user.paste("Ravi\t4\u202aof 5\u000b");
    await waitFor(() => expect(saves()).toMatchObject([{ note: "Ravi 4of 5 " }]));
    expect(await controls.findByText(/^Only you see these marks/)).toBeDefined();
  });

  it("show why marks are refused, and save them again once they have changed", async () => {
    const refusal = { msg: "These marks can no longer be changed.", code: "conflict" };
    const { user, saves, controls } = await openShown([{ status: 409, body: refusal }, { body: asked }]);
    await user.type(controls.getByLabelText(/A line about the answer/), "Good");
    expect(await controls.findByText(refusal.msg)).toBeDefined();
    expect(controls.queryByText(/Trying again/)).toBeNull();
    expect(controls.getByLabelText(/A line about the answer/)).toHaveProperty("value", "Good");
    await user.click(controls.getByRole("button", { name: "Went well" }));
    expect(await controls.findByText(/^Only you see these marks/)).toBeDefined();
    expect(saves()).toEqual([
      { scores: [null], note: "Good", outcome: null },
      { scores: [null], note: "Good", outcome: "well" },
    ]);
  });

  it("resume with the shown question after a reload", async () => {
    calls.set({ ...answers, [`GET ${path}/asked-questions`]: { body: { questions: [asked] } } });
    open();
    expect(await screen.findByRole("heading", { name: question.title })).toBeDefined();
  });

  it("show when nothing matches, and when the connection is lost", async () => {
    calls.set({ ...answers, [`GET ${path}/questions`]: { body: { questions: [], total: 0 } } });
    open();
    expect(await screen.findByText(/No question fits/)).toBeDefined();
  });

  it("show the server's refusal of an own question, and keep the draft", async () => {
    const refusal = { code: "invalid_input", msg: "Choose 1 to 45 minutes." };
    calls.set({
      ...answers,
      "POST /api/interviewer/questions": {
        status: 400,
        body: { ...refusal, details: [{ path: "minutes", msg: refusal.msg }] },
      },
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Write your own" }));
    await user.type(screen.getByLabelText(/^Title/), "Our outage");
    await user.type(screen.getByLabelText(/^Minutes/), "99");
    await user.click(screen.getByRole("button", { name: "Save question" }));
    expect(await screen.findByText(refusal.msg)).toBeDefined();
    expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Our outage");
  });
});
