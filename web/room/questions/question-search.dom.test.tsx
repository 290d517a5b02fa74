import type { QuestionSummary } from "@greenroom/contract/room/room-questions.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleQuestion, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { emptyFilters, QuestionSearch } from "./question-search.tsx";

const calls = serveCallAnswers();
const bookingId = "0190a5b8-7c00-7000-8000-00000000000f";
const name = `GET /api/rooms/${bookingId}/questions`;

const summary = (id: string, change: Partial<QuestionSummary> = {}): QuestionSummary => ({
  ...sampleQuestion,
  id,
  title: `About ${id}`,
  ...change,
});
const found = (ids: string[], total = ids.length) => ({
  body: { questions: ids.map((id) => summary(id)), total },
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
