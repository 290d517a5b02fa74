import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { sampleAnswer } from "../practice.testing.ts";
import { EarlierAnswers } from "./earlier-answers.tsx";

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
