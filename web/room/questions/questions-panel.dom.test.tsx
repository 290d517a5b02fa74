import type { Room } from "@greenroom/contract/room/room.ts";
import type {
  AskedQuestion,
  InterviewerQuestion,
  QuestionSummary,
} from "@greenroom/contract/room/room-questions.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleQuestion, sampleRoom, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { RoomClient } from "../connection/room-client.ts";
import { emptyFilters, QuestionSearch } from "./question-search.tsx";
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
  [`GET ${path}/questions`]: { body: { questions: [first, second], total: 2 } },
  [`GET ${path}/questions/${question.id}`]: { body: question },
};

/** Opens the panel with these questions that were asked. */
function openPanel(
  questions: AskedQuestion[] = [],
  more: Record<string, CallAnswer | CallAnswer[]> = {},
  goal: Room["goal"] = null,
) {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({ ...answers, [`GET ${path}/asked-questions`]: { body: { questions } }, ...more });
  const client = new RoomClient({ room: sampleRoom, clockOffset: 0 });
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
const bodiesOf = (name: string) => calls.sent.filter((sent) => sent.name === name).map(({ body }) => body);

/** Opens the panel with the question that is shown already. */
async function openShown(answer: CallAnswer | CallAnswer[]) {
  const name = `PUT ${path}/asked-questions/${asked.id}/marks`;
  const { user } = openPanel([asked], { [name]: answer });
  const region = await screen.findByRole("region", { name: "This question in this interview" });
  return { user, saves: () => bodiesOf(name), controls: within(region) };
}

describe("the questions of the room", () => {
  it.each([
    [null, "Any role", "Any level"],
    [{ role: "ML engineer at a bank", level: "lead" }, "ML engineer", "Senior"],
    [{ role: "Astronaut", level: "entry" }, "Any role", "Junior"],
  ] as const)("open with the role and level of the goal %j", async (given, role, level) => {
    const blank = { companyType: null, language: null, practice: [], practiceOther: "", note: "" };
    openPanel([], {}, given && { ...blank, ...given });
    const chosen = (label: string) =>
      (screen.getByLabelText(label) as HTMLSelectElement).selectedOptions[0]?.textContent;
    await screen.findByLabelText("Role");
    expect(chosen("Role")).toBe(role);
    expect(chosen("Level")).toBe(level);
  });

  it("are found and opened by keyboard, with a warning about one that was asked before", async () => {
    const { user } = openPanel();
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
    const { user, client } = openPanel([], {
      [`POST ${path}/asked-questions`]: { status: 201, body: asked },
      [`POST ${shown}/hints`]: {
        body: { ...asked, hints: [{ index: 1, text: question.hints[1], shownAt: at("12:36") }] },
      },
      [`PUT ${shown}/marks`]: { body: asked },
      [`POST ${shown}/end`]: { body: { ...asked, endedAt: at("12:40") } },
    });
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
    openPanel([asked]);
    expect(await screen.findByRole("heading", { name: question.title })).toBeDefined();
  });

  it("show when nothing matches, and when the connection is lost", async () => {
    openPanel([], { [`GET ${path}/questions`]: { body: { questions: [], total: 0 } } });
    expect(await screen.findByText(/No question fits/)).toBeDefined();
  });

  it("show the server's refusal of an own question, and keep the draft", async () => {
    const refusal = { code: "invalid_input", msg: "Choose 1 to 45 minutes." };
    const { user } = openPanel([], {
      "POST /api/interviewer/questions": {
        status: 400,
        body: { ...refusal, details: [{ path: "minutes", msg: refusal.msg }] },
      },
    });
    await user.click(await screen.findByRole("button", { name: "Write your own" }));
    await user.type(screen.getByLabelText(/^Title/), "Our outage");
    await user.type(screen.getByLabelText(/^Minutes/), "99");
    await user.click(screen.getByRole("button", { name: "Save question" }));
    expect(await screen.findByText(refusal.msg)).toBeDefined();
    expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Our outage");
  });
});

/** The search beside the buttons that the panel has for it. */
function Search({ onOpen }: { onOpen: (id: string) => void }) {
  const [filters, setFilters] = useState(() => emptyFilters(null));
  const [focusRequest, setFocusRequest] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setFocusRequest(focusRequest + 1)}>
        Alt+Q
      </button>
      <QuestionSearch
        bookingId={bookingId}
        timeZone="Asia/Kolkata"
        filters={filters}
        onFiltersChange={setFilters}
        focusRequest={focusRequest}
        onOpen={onOpen}
        onWrite={() => onOpen("a new one")}
      />
    </>
  );
}

describe("question search", () => {
  const name = `GET ${path}/questions`;

  const summary = (id: string, change: Partial<QuestionSummary> = {}): QuestionSummary => ({
    ...sampleQuestion,
    id,
    title: `About ${id}`,
    ...change,
  });
  const found = (ids: string[], total = ids.length) => ({
    body: { questions: ids.map((id) => summary(id)), total },
  });

  function open(answer: CallAnswer | CallAnswer[]) {
    storeSession({ ...sampleUser, role: "interviewer" });
    calls.set({ [name]: answer });
    const opened: string[] = [];
    const { user } = renderScreen(<Search onOpen={(id) => opened.push(id)} />);
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Search questions" });
    return { user, field, opened };
  }

  /** The title of the question that Enter opens, or null. */
  const marked = () =>
    within(screen.getByRole("listbox", { name: "Questions found" })).queryByRole("option", { selected: true })
      ?.textContent ?? null;
  const queries = () => calls.sent.filter((sent) => sent.name === name).map(({ query }) => query);

  describe("the search for a question", () => {
    it("marks one question, which the arrow keys move from the first to the last", async () => {
      const { user, field, opened } = open(found(["joins", "windows"]));
      await screen.findByText("2 questions");
      const moved = [];
      await user.click(field);
      for (const key of ["{ArrowUp}", "{ArrowDown}", "{ArrowDown}", "{ArrowUp}"]) {
        await user.keyboard(key);
        moved.push(marked());
      }
      expect(moved.map((text) => text?.slice(0, 9))).toEqual([
        "About joi",
        "About win",
        "About win",
        "About joi",
      ]);
      const described = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
      expect(described?.textContent).toContain("About joins");
      await user.keyboard("{ArrowDown}{Enter}");
      await waitFor(() => expect(opened).toEqual(["windows"]));
    });

    it("opens the question of the new text when Enter was pressed before its answer came", async () => {
      const { user, field, opened } = open([found(["joins", "windows"]), found(["a/b tests"])]);
      await screen.findByText("2 questions");
      await user.type(field, "split{Enter}");
      expect(opened).toEqual([]);
      await waitFor(() => expect(opened).toEqual(["a/b tests"]));
      expect(queries()).toEqual([{ from: "all" }, { from: "all", text: "split" }]);
    });

    it("opens nothing when the text was changed again after Enter", async () => {
      const { user, field, opened } = open([found(["joins"]), found(["windows"])]);
      await screen.findByText("1 question");
      await user.type(field, "spl{Enter}it");
      await waitFor(() => expect(marked()).toMatch(/^About windows/));
      expect(opened).toEqual([]);
    });

    it("asks once for a text that is typed quickly, and with the chosen filters", async () => {
      const { user, field } = open(found(["joins"]));
      await screen.findByText("1 question");
      await user.type(field, " sql ");
      await user.selectOptions(screen.getByLabelText("Topic"), "SQL");
      await user.selectOptions(screen.getByLabelText("Time"), "Up to 15 min");
      await user.click(screen.getByRole("button", { name: "Favorites" }));
      await waitFor(() =>
        expect(queries().at(-1)).toEqual({ from: "favorites", topic: "sql", maxMinutes: "15", text: "sql" }),
      );
      expect(queries().filter(({ text }) => text !== undefined && text !== "sql")).toEqual([]);
    });

    it.each([
      [found([]), "No question fits. Try fewer words or filters."],
      [found(["joins"]), "1 question"],
      [found(["joins", "windows"], 90), "The first 2 of 90 questions. Search to narrow them down."],
    ])("says how many there are: %#", async (answer, text) => {
      const { field } = open(answer);
      expect(await screen.findByText(text)).toBeDefined();
      expect(field.getAttribute("aria-expanded")).toBe(String(answer.body.questions.length > 0));
    });

    it("names a favorite, and the day on which the person was asked before", async () => {
      const body = {
        questions: [summary("joins", { isFavorite: true, askedBefore: "2026-11-20T09:00:00.000Z" })],
        total: 1,
      };
      open({ body });
      const option = await screen.findByRole("option", { name: /About joins ?, a favorite/ });
      expect(option.textContent).toContain("Asked this person before: Fri 20 Nov");
    });

    it("says why the questions could not be loaded, and loads them on the next try", async () => {
      const failure = { status: 500, body: { msg: "", code: "internal" } };
      const { user } = open([failure, found(["joins"])]);
      expect((await screen.findByRole("alert")).textContent).toContain("The questions could not be loaded.");
      await user.click(screen.getByRole("button", { name: "Try again" }));
      expect(await screen.findByRole("option", { name: /About joins/ })).toBeDefined();
      expect(screen.queryByRole("alert")).toBeNull();
    });

    it("keeps the questions that it has while it searches, and after a search that failed", async () => {
      const failure = { status: 500, body: { msg: "", code: "internal" } };
      const { user, field } = open([found(["joins"]), failure]);
      await screen.findByRole("option", { name: /About joins/ });
      await user.type(field, "x");
      await waitFor(() => expect(queries()).toHaveLength(2));
      expect(await screen.findByRole("alert")).toBeDefined();
    });

    it("gets the focus with its shortcut, and opens a question on a click", async () => {
      const { user, field, opened } = open(found(["joins"]));
      await user.click(await screen.findByRole("option", { name: /About joins/ }));
      expect(opened).toEqual(["joins"]);
      await user.click(screen.getByRole("button", { name: "Alt+Q" }));
      expect(document.activeElement).toBe(field);
    });
  });
});

const shown = `${path}/asked-questions/${asked.id}`;
const busy = { status: 500, body: { msg: "", code: "internal" } };

describe("showing a question", () => {
  const name = `POST ${path}/asked-questions`;

  it("that failed is repeated under the same id, and one that is shown again gets a new one", async () => {
    const ended = { ...asked, endedAt: "2026-11-20T12:40:00.000Z" };
    const { user } = openPanel([], {
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
    const { user } = openPanel([before], {
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
    const { user } = openPanel([asked], { [name]: [busy, { body: { ...asked, hints } }] });
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
    const { user } = openPanel([asked], { [`POST ${shown}/end`]: [busy, { body: ended }] });
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

  it("are sent again four seconds after the connection was lost", async () => {
    const { user } = openPanel([asked], { [name]: ["cut", { body: asked }] });
    const field = await line();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    await user.type(field, "Good");
    expect(await screen.findByText("Not saved yet. Trying again…")).toBeDefined();
    expect(bodiesOf(name)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await screen.findByText(/^Only you see these marks/)).toBeDefined();
    expect(bodiesOf(name)).toEqual([
      { scores: [null], note: "Good", outcome: null },
      { scores: [null], note: "Good", outcome: null },
    ]);
  });

  it("that were changed while they were saved are saved once more", async () => {
    const { user } = openPanel([asked], { [name]: { body: asked } });
    const field = await line();
    await user.type(field, "Good");
    await waitFor(() => expect(bodiesOf(name)).toHaveLength(1));
    await user.type(field, " split");
    await waitFor(() => expect(bodiesOf(name).at(-1)).toMatchObject({ note: "Good split" }));
    expect(await screen.findByText(/^Only you see these marks/)).toBeDefined();
  });

  it("that were just changed are sent when the question is left", async () => {
    const { user } = openPanel([asked], { [name]: { body: asked } });
    await user.click(await screen.findByRole("button", { name: "Went well" }));
    expect(bodiesOf(name)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "All questions" }));
    await waitFor(() => expect(bodiesOf(name)).toEqual([{ scores: [null], note: "", outcome: "well" }]));
  });

  it("that are saved are not sent again when the question is left", async () => {
    const { user } = openPanel([asked], { [name]: { body: asked } });
    await user.click(await screen.findByRole("button", { name: "Went well" }));
    await waitFor(() => expect(bodiesOf(name)).toHaveLength(1));
    await screen.findByText(/^Only you see these marks/);
    await user.click(screen.getByRole("button", { name: "All questions" }));
    await screen.findByRole("combobox", { name: "Search questions" });
    expect(bodiesOf(name)).toHaveLength(1);
  });
});
