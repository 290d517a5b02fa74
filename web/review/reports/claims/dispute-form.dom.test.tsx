import type { Dispute } from "@greenroom/contract/review/reports/reports.ts";
import type { Claim } from "@greenroom/contract/schedule/report-shape.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { ClaimItem } from "./claim-item.tsx";
import type { ReportAnswers } from "./report-answers.ts";

const claim: Claim = {
  id: "c1",
  area: "coding",
  kind: "improvement",
  text: "Split first.",
  evidence: [
    {
      itemId: "i1",
      quote: "It leaks.",
      at: "2026-11-22T12:48:05.000Z",
      atSeconds: 1085,
      kind: "utterance",
      isOwn: true,
    },
  ],
};

function open(disputes: Dispute[] = []) {
  const sent: string[] = [];
  const answers: ReportAnswers = {
    viewer: "interviewee",
    momentPath: null,
    isRecordDeleted: true,
    deletedText: () => null,
    moments: null,
    dispute: async (_, line) => {
      sent.push(line);
      return "Sent.";
    },
  };
  const screenOf = renderScreen(
    <ul>
      <ClaimItem level={3} claim={claim} areaLabel="Coding" answers={answers} disputes={disputes} badge="" />
    </ul>,
  );
  return { ...screenOf, sent };
}

const form = () => screen.queryByRole("form", { name: "Why you dispute this point" });
const line = () => screen.getByRole("textbox", { name: /What is wrong with this point/ });
const button = (name: string) => screen.getByRole("button", { name });

it("closes with Escape, returns the focus, and keeps what was typed", async () => {
  const { user, sent } = open();
  await user.click(button("Dispute"));
  await user.type(line(), "I split before");
  await user.keyboard("{Escape}");
  expect(form()).toBeNull();
  const opener = button("Continue your dispute");
  expect(document.activeElement).toBe(opener);
  await user.click(opener);
  expect((line() as HTMLInputElement).value).toBe("I split before");
  await user.type(line(), " you asked.");
  await user.click(button("Send"));
  expect(await screen.findByText(/Sent\./)).toBeDefined();
  expect(sent).toEqual(["I split before you asked."]);
  expect(button("Dispute")).toBeDefined();
});

it("closes with its buttons without losing what was typed, and has nothing to continue if nothing was", async () => {
  const { user } = open();
  await user.click(button("Dispute"));
  await user.keyboard("{Escape}");
  await user.click(button("Dispute"));
  await user.type(line(), "Wrong");
  await user.click(button("Close"));
  expect(document.activeElement).toBe(button("Continue your dispute"));
  await user.click(button("Continue your dispute"));
  await user.click(button("Dispute"));
  expect(form()).toBeNull();
  await user.click(button("Continue your dispute"));
  await user.clear(line());
  await user.keyboard("{Escape}");
  expect(button("Dispute")).toBeDefined();
});

it("begins with the dispute that was sent before", async () => {
  const { user } = open([{ claimId: "c1", by: "interviewee", line: "I asked first." }]);
  await user.click(button("Change your dispute"));
  expect((line() as HTMLInputElement).value).toBe("I asked first.");
});
