import { emptyResume, sectionLimits } from "@greenroom/contract/resumes/resume-data.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { ResumeEditor } from "./resume-editor.tsx";

const calls = serveCallAnswers();

it("says which section has too many entries instead of doing nothing on Save", async () => {
  storeSession(sampleUser);
  const skills = Array.from({ length: sectionLimits.skills + 1 }, (_, index) => ({
    name: `Skill ${index}`,
    level: "Beginner" as const,
  }));
  const tooMany = "A resume holds at most 60 entries here.";
  const { user } = renderScreen(
    <ResumeEditor user={{ ...sampleUser, resumeData: { ...emptyResume, skills } }} />,
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(tooMany)).toBeDefined();
  expect(calls.sent.filter(({ name }) => name.startsWith("PUT"))).toEqual([]);
  // The second press shows the same sentence, which may be out of sight again.
  const shown = vi.spyOn(Element.prototype, "scrollIntoView");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(shown.mock.contexts).toContain(screen.getByText(tooMany)));
  shown.mockRestore();
}, 60_000);
