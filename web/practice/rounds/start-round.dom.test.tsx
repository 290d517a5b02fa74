import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { sampleAnswer } from "./practice.testing.ts";
import { StartRound } from "./start-round.tsx";

const calls = serveCallAnswers();
const startCall = "POST /api/practice/rounds";
const role = "data-analyst";
const round = { id: sampleAnswer.roundId, answer: sampleAnswer };

function open(model: string | null) {
  storeSession(sampleUser);
  return renderScreen(<StartRound role={role} questionId={null} openRoundId={null} model={model} />);
}
const sentBody = async () => {
  await waitFor(() => expect(calls.sent.some(({ name }) => name === startCall)).toBe(true));
  return calls.sent.find(({ name }) => name === startCall)?.body;
};

describe("the choice whether a model takes part", () => {
  it("is on at first, names the model, and says what its provider gets", async () => {
    calls.set({ [startCall]: { body: round, status: 201 } });
    const { user } = open("qwen2.5-72b");
    const choice = screen.getByRole("checkbox", {
      name: /\(qwen2\.5-72b\)\. Its provider gets your answers/,
    });
    expect((choice as HTMLInputElement).checked).toBe(true);
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await sentBody()).toMatchObject({ role, minutes: 15, usesModel: true });
  });

  it("can be switched off by keyboard", async () => {
    calls.set({ [startCall]: { body: round, status: 201 } });
    const { user } = open("qwen2.5-72b");
    screen.getByRole("checkbox").focus();
    await user.keyboard(" ");
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await sentBody()).toMatchObject({ usesModel: false });
  });

  it("stays as it was chosen at the next visit", async () => {
    const choice = () => screen.getByRole("checkbox") as HTMLInputElement;
    const first = open("qwen2.5-72b");
    await first.user.click(choice());
    first.unmount();
    const second = open("qwen2.5-72b");
    expect(choice().checked).toBe(false);
    await second.user.click(choice());
    second.unmount();
    open("qwen2.5-72b");
    expect(choice().checked).toBe(true);
  });

  it("is not offered without a model, which then takes no part", async () => {
    calls.set({ [startCall]: { body: round, status: 201 } });
    const { user } = open(null);
    expect(screen.queryByRole("checkbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await sentBody()).toMatchObject({ usesModel: false });
  });
});

describe("the level and topic of a round", () => {
  const start = async (goal?: { level: "mid"; topic: "sql" }) => {
    storeSession(sampleUser);
    calls.set({ [startCall]: { body: round, status: 201 } });
    const { user } = renderScreen(
      <StartRound role={role} {...(goal && { goal })} questionId={null} openRoundId={null} model={null} />,
    );
    await screen.findByLabelText("Level");
    return user;
  };

  it("are those of the latest goal, and say so, until they are changed", async () => {
    const user = await start({ level: "mid", topic: "sql" });
    expect(screen.getByText(/from the goal of your latest interview/)).toBeDefined();
    await user.selectOptions(screen.getByLabelText("Level"), "Senior");
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await sentBody()).toMatchObject({ level: "senior", topic: "sql" });
  });

  it("can be any", async () => {
    const user = await start({ level: "mid", topic: "sql" });
    await user.selectOptions(screen.getByLabelText("Level"), "Any level");
    await user.selectOptions(screen.getByLabelText("Topic"), "Any topic");
    expect(screen.queryByText(/from the goal/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await sentBody()).toEqual({ role, minutes: 15, usesModel: false });
  });

  it("are open without a goal", async () => {
    const user = await start();
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await sentBody()).toEqual({ role, minutes: 15, usesModel: false });
  });
});

it("names the question that a round begins with", async () => {
  storeSession(sampleUser);
  const [questionId, questionTitle] = ["sql-latest-status", "Latest status of each order"];
  renderScreen(<StartRound {...{ role, questionId, questionTitle, openRoundId: null, model: null }} />);
  expect(await screen.findByText(/begins with “Latest status of each order” and goes on/)).toBeDefined();
});

it("starts one round although the first response was lost", async () => {
  calls.set({ [startCall]: ["cut", { body: round, status: 201 }] });
  const { user } = open(null);
  await user.click(screen.getByRole("button", { name: "Start" }));
  const sent = () => calls.sent.filter(({ name }) => name === startCall);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]?.headers["idempotency-key"]).toMatch(/./);
  expect(sent()[1]?.headers["idempotency-key"]).toBe(sent()[0]?.headers["idempotency-key"]);
});

it("starts another round after one whose start was not confirmed was seen on another page", async () => {
  calls.set({ [startCall]: ["cut", "cut", "cut", { body: round, status: 201 }] });
  const first = open(null);
  await first.user.click(screen.getByRole("button", { name: "Start" }));
  await screen.findByText(/It's safe to try again/);
  first.unmount();
  const { user } = open(null);
  await user.click(screen.getByRole("button", { name: "Start" }));
  const sent = () => calls.sent.filter(({ name }) => name === startCall);
  await waitFor(() => expect(sent()).toHaveLength(4));
  expect(sent()[3]?.headers["idempotency-key"]).not.toBe(sent()[2]?.headers["idempotency-key"]);
});

it("starts one round however often the button is pressed", async () => {
  calls.set({ [startCall]: "hang" });
  const { user } = open(null);
  await user.dblClick(screen.getByRole("button", { name: "Start" }));
  await user.click(screen.getByRole("button", { name: /Start/ }));
  await sentBody();
  expect(calls.sent.filter(({ name }) => name === startCall)).toHaveLength(1);
});
