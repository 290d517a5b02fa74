import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { CriteriaTicks, EarlierAnswers } from "./compare-view.tsx";
import { sampleAnswer } from "./practice.testing.ts";

describe("criteria ticks", () => {
  const calls = serveCallAnswers();
  const save = `PUT /api/practice/answers/${sampleAnswer.id}/ticks`;
  const anchors = { one: "Weak.", three: "Fair.", five: "Strong." };
  const key = {
    criteria: ["Base rate", "Bayes", "Next step"].map((name) => ({ name, ...anchors })),
  } as unknown as NonNullable<typeof sampleAnswer.key>;
  const refused = { status: 409, body: { msg: "Please try again.", code: "conflict" } };

  const sent = () => calls.sent.filter(({ name }) => name === save).map(({ body }) => body);
  const ticked = () =>
    screen
      .getAllByRole("checkbox")
      .flatMap((box, place) => ((box as HTMLInputElement).checked ? [place] : []));

  function open() {
    storeSession(sampleUser);
    return renderScreen(<CriteriaTicks answer={{ ...sampleAnswer, key }} />);
  }

  it("keeps both ticks when the first save fails and the second answers", async () => {
    calls.set({ [save]: [refused, { body: sampleAnswer }] });
    const { user } = open();
    // Both before the first answer.
    fireEvent.click(screen.getByLabelText("Base rate"));
    fireEvent.click(screen.getByLabelText("Bayes"));
    await waitFor(() => expect(sent()).toHaveLength(2));
    await user.click(screen.getByLabelText("Next step"));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()).toEqual([{ ticks: [0] }, { ticks: [0, 1] }, { ticks: [0, 1, 2] }]);
    expect(ticked()).toEqual([0, 1, 2]);
  });

  it("shows what is saved when the last save fails", async () => {
    calls.set({ [save]: [{ body: sampleAnswer }, refused] });
    const { user } = open();
    await user.click(screen.getByLabelText("Base rate"));
    await user.click(screen.getByLabelText("Bayes"));
    expect(await screen.findByText(refused.body.msg)).toBeDefined();
    expect(ticked()).toEqual([0]);
  });
});

it.each<[string, PracticeAnswer["tests"], RegExp | null]>([
  [
    "all of them",
    { visible: { passed: 2, total: 2 }, hidden: { passed: 4, total: 4 }, failed: [] },
    /· 6 of 6 tests passed ·/,
  ],
  [
    "those that ran",
    { visible: { passed: 1, total: 2 }, hidden: null, failed: [] },
    /· 1 of 2 tests passed ·/,
  ],
  ["the only one", { visible: { passed: 1, total: 1 }, hidden: null, failed: [] }, /· 1 of 1 test passed ·/],
  ["none, if none ran", null, null],
])("an earlier answer shows its tests: %s", (_which, tests, shown) => {
  storeSession(sampleUser);
  renderScreen(<EarlierAnswers earlier={[{ ...sampleAnswer, tests }]} />);
  expect(screen.getByText(/criteria/)).toBeDefined();
  if (shown === null) expect(screen.queryByText(/tests passed/)).toBeNull();
  else expect(screen.getByText(shown)).toBeDefined();
});
