import { areasOf } from "@greenroom/contract/review/tracks.ts";
import { screen, waitFor, within } from "@testing-library/react";
import type { GlobalWindow } from "happy-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import {
  booking,
  emptyRoom,
  id,
  item,
  meera,
  openForm,
  record,
  send,
  written,
} from "./feedback-form.testing.tsx";

describe("write feedback", () => {
  const calls = serveCallAnswers();
  const { happyDOM } = window as unknown as GlobalWindow;
  afterEach(() => {
    happyDOM.setViewport({ width: 1024 });
  });

  async function fillIn() {
    calls.set({
      [`GET /api/rooms/${id}/record`]: { body: record },
      [`GET /api/rooms/${id}/notes`]: { body: { body: "", version: 0 } },
    });
    const { user, done, unmount } = openForm();
    await screen.findByText(/Moments that you marked are filled in/);
    for (const good of screen.getAllByRole("radio", { name: /^4/ })) await user.click(good);
    await user.type(screen.getByLabelText(/^Summary/), "Clear.");
    await user.type(screen.getByLabelText(/^Questions asked/), "NDCG");
    await user.click(screen.getByRole("button", { name: "Send Feedback" }));
    await user.click(await screen.findByRole("button", { name: "Send anyway" }));
    return { user, done, unmount };
  }

  const sent = () => calls.sent.filter(({ name }) => name === send);

  it("is filled in with marked moments, and retries under the same key when the answer was lost", async () => {
    calls.set({ [send]: ["cut", written] });
    const { done } = await fillIn();
    await waitFor(() => expect(done).toHaveBeenCalledWith(written.body.msg));
    const keys = sent().map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
    const [areas = []] = sent().map(({ body }) => (body as { areas: { notes: string }[] }).areas);
    expect(areas.map(({ notes }) => notes).filter((notes) => notes !== "")).toEqual([
      "[13:38, marked good] Checks the number",
    ]);
  });

  it("keeps the sentence of every score beside it while one is chosen and changed with the keyboard", async () => {
    calls.set(emptyRoom);
    const { user } = openForm();
    const coding = within(screen.getByRole("group", { name: "Coding" }));
    const sentences = areasOf("general").find(({ name }) => name === "coding")?.anchors;
    const shown = () =>
      Object.values(sentences ?? {}).filter((sentence) => coding.queryByText(sentence) !== null);
    expect(shown()).toHaveLength(5);
    coding.getByRole("radio", { name: "1 Very Bad" }).focus();
    await user.keyboard("4");
    const good = coding.getByRole("radio", { name: "4 Good", description: sentences?.[4] ?? "" });
    expect(good).toHaveProperty("checked", true);
    expect(shown()).toHaveLength(5);
    good.focus();
    await user.keyboard("2");
    expect(coding.getByRole("radio", { name: "2 Bad" })).toHaveProperty("checked", true);
    await user.click(coding.getByText(sentences?.[5] ?? ""));
    expect(coding.getByRole("radio", { name: "5 Excellent" })).toHaveProperty("checked", true);
  });

  it("lets a typist choose by number keys and move on with Tab, and change a score before that", async () => {
    calls.set({ ...emptyRoom, [send]: written });
    const { user } = openForm();
    expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
    await user.keyboard("45");
    expect(document.activeElement).toBe(screen.getAllByRole("radio", { name: "5 Excellent" })[0]);
    await user.keyboard(
      "{Tab}Asks first.{Tab}3{Tab}Knows why.{Tab}2{Tab}Ran late.{Tab}1{Tab}Silent.{Tab}4{Tab}Tests it.{Tab}Calm.",
    );
    const chosen = screen.getAllByRole<HTMLInputElement>("radio").filter(({ checked }) => checked);
    expect(chosen.map(({ value }) => value)).toEqual(["5", "3", "2", "1", "4"]);
    const notes = screen.getAllByLabelText<HTMLTextAreaElement>(/^Notes on/).map(({ value }) => value);
    expect(notes).toEqual(["Asks first.", "Knows why.", "Ran late.", "Silent.", "Tests it."]);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Calm.");
  });

  it("says beside the button what is needed and what is empty or short, and leads there", async () => {
    calls.set({ ...emptyRoom, [send]: written });
    const { user, done } = openForm();
    const needed = within(screen.getByRole("list", { name: "Still needed" }));
    expect(needed.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "5 scores",
      "the summary",
      "the questions asked",
    ]);
    await user.keyboard("4{Tab}{Tab}4{Tab}{Tab}4{Tab}{Tab}4{Tab}{Tab}4{Tab}{Tab}ok");
    await user.click(needed.getByRole("button", { name: "the questions asked" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Questions asked/)));
    await user.keyboard("NDCG");
    const missed = ["No note on any area", "The summary has 1 word", "No next step"];
    const list = within(screen.getByRole("list", { name: "Empty or short" }));
    expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(missed);

    await user.click(screen.getByRole("button", { name: "Send Feedback" }));
    const question = within(await screen.findByRole("region", { name: "Send it like this?" }));
    expect(question.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(missed);
    expect(sent()).toEqual([]);
    await user.click(question.getByRole("button", { name: "Go back" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Notes on problem/)));

    await user.click(screen.getByRole("button", { name: "Send Feedback" }));
    await user.click(await screen.findByRole("button", { name: "Send anyway" }));
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(sent()).toMatchObject([{ body: { summary: "ok", nextSteps: "" } }]);
  });

  it("asks again about missing parts after sending failed and the interviewer went back", async () => {
    calls.set({ [send]: { status: 409, body: { code: "conflict", msg: "Try later." } } });
    const { user } = await fillIn();
    await screen.findByText("Try later.");
    await user.click(screen.getByRole("button", { name: "Go back" }));
    await user.click(screen.getByRole("button", { name: "Send Feedback" }));
    expect(await screen.findByRole("region", { name: "Send it like this?" })).toBeDefined();
    expect(sent()).toHaveLength(1);
  });

  it("sends complete feedback without a question", async () => {
    calls.set({ ...emptyRoom, [send]: written });
    const { user, done } = openForm();
    await user.keyboard("4{Tab}{Tab}4{Tab}{Tab}4{Tab}{Tab}4{Tab}{Tab}4{Tab}{Tab}");
    for (const notes of screen.getAllByLabelText(/^Notes on/)) await user.type(notes, "Calm.");
    const summary = "Settles the goal first and says the plan. Practice naming the way back before a launch.";
    await user.type(screen.getByLabelText(/^Summary/), summary);
    await user.type(screen.getByLabelText(/^Next steps/), "Write a launch plan.");
    await user.type(screen.getByLabelText(/^Questions asked/), "NDCG");
    await user.click(screen.getByRole("button", { name: "Send Feedback" }));
    await waitFor(() => expect(done).toHaveBeenCalledWith(written.body.msg));
  });

  it("adds a moment to the notes on an area with one click, and says that it is added", async () => {
    calls.set({ ...emptyRoom, [`GET /api/rooms/${id}/record`]: { body: record } });
    const { user } = openForm();
    await screen.findByText(/Moments that you marked are filled in/);
    const coding = within(screen.getByRole("region", { name: "Coding" }));
    await user.click(coding.getByText(/^Add from the interview/));
    await user.click(coding.getByRole("button", { name: /^Add 1:00/ }));
    expect(coding.getByLabelText<HTMLTextAreaElement>(/^Notes on coding/).value).toBe(
      "[13:38, marked good] Checks the number\n[1:00, marked good] Calm at the start",
    );
    expect(coding.getByRole("button", { name: /^Add 1:00.+ · added$/ })).toBeDefined();
  });

  it("adds next steps from the record with a click each", async () => {
    const comeBack = { ...item(1565), kind: "mark", label: "come_back", note: "No way back" };
    calls.set({
      ...emptyRoom,
      [`GET /api/rooms/${id}/record`]: { body: { ...record, items: [...record.items, comeBack] } },
    });
    const { user } = openForm();
    await user.type(screen.getByLabelText(/^Next steps/), "Write a plan.");
    await user.click(await screen.findByRole("button", { name: /^Add Go back to 26:05/ }));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Next steps/).value).toBe(
      "Write a plan.\nGo back to 26:05 in the record: No way back.",
    );
    expect(screen.queryByRole("button", { name: /^Add Go back/ })).toBeNull();
  });

  it("says when the draft was saved, also after a reload, and keeps it from another interview", async () => {
    const otherId = "0190a5b8-7c00-7000-8000-0000000000b3";
    calls.set({
      ...emptyRoom,
      [`GET /api/rooms/${otherId}/record`]: { body: { ...record, items: [] } },
      [`GET /api/rooms/${otherId}/notes`]: { body: { body: "", version: 0 } },
    });
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T14:02:00.000Z") });
    const first = openForm();
    expect(screen.queryByText(/^Draft saved/)).toBeNull();
    await first.user.type(screen.getByLabelText(/^Summary/), "Clear.");
    expect(screen.getByText("Draft saved 19:32. You can continue later in this tab.")).toBeDefined();
    first.unmount();
    vi.setSystemTime(new Date("2026-11-21T09:00:00.000Z"));
    const reloaded = openForm();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Clear.");
    expect(
      screen.getByText("Draft saved Fri 20 Nov, 19:32. You can continue later in this tab."),
    ).toBeDefined();
    reloaded.unmount();
    openForm(null, { ...booking, _id: otherId });
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("");
    expect(screen.queryByText(/^Draft saved/)).toBeNull();
  });

  it.each([
    ["says that the interviewee did not enter, and offers to report a no-show", [], true],
    [
      "says nothing if the interviewee entered",
      [{ ...item(-10), kind: "joined", personId: meera._id }],
      false,
    ],
  ])("%s", async (_, items, isSaid) => {
    const now = new Date().toISOString();
    calls.set({
      [`GET /api/rooms/${id}/record`]: { body: { ...record, endTime: now, items } },
      [`GET /api/rooms/${id}/notes`]: { body: { body: "", version: 0 } },
    });
    openForm(<button type="button">Report a no-show</button>);
    await expect.poll(() => calls.sent.some(({ name }) => name.endsWith("/record"))).toBe(true);
    const text = "Meera did not enter the room. If nobody came, report a no-show instead.";
    await waitFor(() => expect(screen.queryByText(text) !== null).toBe(isSaid));
    expect(screen.queryByRole("button", { name: "Report a no-show" }) !== null).toBe(isSaid);
    expect(screen.getByRole("button", { name: "Send Feedback" })).toHaveProperty("disabled", false);
  });

  it("leaves the text in the form when other feedback was given in another window", async () => {
    const body = { code: "already_given", msg: "A feedback file was already uploaded for this interview." };
    calls.set({ [send]: { status: 409, body } });
    const { done } = await fillIn();
    expect(await screen.findByText(body.msg)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Clear.");
    expect(done).not.toHaveBeenCalled();
  });

  it("does not fill in again what was deleted", async () => {
    // An answer that is not retried, so that no call of this test is left for the next one.
    calls.set({ [send]: { status: 400, body: { code: "invalid_input", msg: "Please check the form." } } });
    const { user, unmount } = await fillIn();
    await waitFor(() => expect(sent()).toHaveLength(1));
    const notes = () => screen.getAllByLabelText<HTMLTextAreaElement>(/^Notes/);
    const filled = notes().find(({ value }) => value !== "");
    await user.clear(filled as HTMLTextAreaElement);
    unmount();
    openForm();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Clear.");
    await screen.findAllByText(/^Add from the interview/);
    expect(notes().map(({ value }) => value)).toEqual(notes().map(() => ""));
  });
});

describe("room notes", () => {
  const calls = serveCallAnswers();
  const mark = { ...item(818), kind: "mark", label: "good", note: "Fixes the bug alone" };

  beforeEach(() => {
    calls.set({
      [`GET /api/rooms/${id}/record`]: { body: { bookingId: id, people: [], items: [mark] } },
      [`GET /api/rooms/${id}/notes`]: {
        body: { body: "- Plan came first. Wobbly on p.\nBook again?", version: 1 },
      },
    });
  });

  const texts = () =>
    screen.getAllByRole<HTMLTextAreaElement>("textbox").flatMap(({ value }) => (value === "" ? [] : [value]));

  it("takes over only the lines of private notes that were clicked, to the field that they are below", async () => {
    const { user } = openForm();
    expect(await screen.findByText(/Wobbly on p\.\s+Book again\?/)).toBeDefined();
    expect(texts()).toEqual([]);

    await screen.findAllByText(/^Add from the interview/);
    const coding = within(screen.getByRole("region", { name: "Coding" }));
    await user.click(coding.getByText(/^Add from the interview/));
    expect(coding.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Add 13:38, marked goodFixes the bug alone",
      "Add Plan came first.",
      "Add Wobbly on p.",
      "Add Book again?",
    ]);
    await user.click(coding.getByRole("button", { name: "Add Wobbly on p." }));
    expect(texts()).toEqual(["Wobbly on p."]);
    expect(coding.getByRole("button", { name: "Add Wobbly on p. · added" })).toBeDefined();

    await user.type(screen.getByLabelText(/^Summary/), "Calm.");
    await user.click(screen.getAllByText(/^Add from the interview/).at(-1) as HTMLElement);
    await user.click(screen.getAllByRole("button", { name: "Add Plan came first." }).at(-1) as HTMLElement);
    expect(texts()).toEqual(["Wobbly on p.", "Calm. Plan came first."]);
  });

  it("says that private notes could not be loaded", async () => {
    calls.set({
      [`GET /api/rooms/${id}/record`]: { body: { bookingId: id, people: [], items: [mark] } },
      [`GET /api/rooms/${id}/notes`]: { status: 403, body: { code: "forbidden", msg: "No." } },
    });
    openForm();
    expect(await screen.findByText("Your notes from the room")).toBeDefined();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
  });
});

describe("role field", () => {
  const calls = serveCallAnswers();

  it("clears the scores of areas that another role does not have, keeps the notes, and undoes that", async () => {
    calls.set(emptyRoom);
    const { user } = openForm();
    await user.keyboard("4{Tab}{Tab}3{Tab}Knows why.{Tab}5");
    const chosen = () =>
      screen
        .getAllByRole<HTMLInputElement>("radio")
        .flatMap(({ checked, value }) => (checked ? [value] : []));
    const role = screen.getByLabelText<HTMLSelectElement>("Role");
    await user.selectOptions(role, "Data analyst");
    expect(chosen()).toEqual([]);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes on statistics/).value).toBe("Knows why.");
    expect(
      screen.getByText(
        "This role has other areas, so your scores for Problem solving, ML/DS knowledge and Coding were cleared. Your notes on ML/DS knowledge are now under Statistics and metrics: check that they fit.",
      ),
    ).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Undo the change of role" }));
    expect(chosen()).toEqual(["4", "3", "5"]);
    expect(role.value).toBe("general");
    expect(document.activeElement).toBe(role);
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });
});

describe("preview", () => {
  const calls = serveCallAnswers();

  it("shows the form as the interviewee sees it, and leaves it as it was", async () => {
    calls.set(emptyRoom);
    const { user } = openForm();
    await user.click(screen.getByRole("button", { name: "Preview" }));
    const preview = () => within(screen.getByRole("dialog", { name: "Preview" }));
    expect(await screen.findByText("Nothing to show yet")).toBeDefined();
    expect(preview().getByText("This is what Meera sees.")).toBeDefined();
    await user.click(preview().getByRole("button", { name: "Close" }));
    await user.click(screen.getAllByRole("radio", { name: "4 Good" })[0] as HTMLElement);
    await user.type(screen.getByLabelText(/^Notes on problem/), "[[1:14, marked good] Asks for the goal");
    await user.type(
      screen.getByLabelText(/^Summary/),
      "Frames the problem{Enter}first.{Enter}{Enter}Practice the launch.",
    );
    await user.type(screen.getByLabelText(/^Next steps/), "- Write a plan.");
    await user.type(screen.getByLabelText(/^Questions asked/), "1. Rank a feed");
    await user.click(screen.getByRole("button", { name: "Preview" }));
    expect(await screen.findByText("“Frames the problem first.”")).toBeDefined();
    expect(preview().getByText("Practice the launch.")).toBeDefined();
    expect(preview().getByText("Asha Nair")).toBeDefined();
    expect(preview().getByText("Asks for the goal")).toBeDefined();
    expect(preview().getByText("1:14 · marked good")).toBeDefined();
    expect(preview().getByRole("checkbox", { name: "Write a plan." })).toHaveProperty("checked", false);
    expect(preview().getByText("Rank a feed")).toBeDefined();
    await user.click(preview().getByRole("checkbox", { name: "Write a plan." }));
    await user.click(preview().getByRole("button", { name: "Close" }));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Next steps/).value).toBe("- Write a plan.");
    expect(calls.sent.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
  });
});
