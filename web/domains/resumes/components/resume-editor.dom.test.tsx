import { emptyResume, sectionLimits } from "@greenroom/contract/resumes/resume-data.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
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
  const { user } = renderScreen(
    <ResumeEditor user={{ ...sampleUser, resumeData: { ...emptyResume, skills } }} />,
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("A resume holds at most 60 entries here.")).toBeDefined();
  expect(calls.sent.filter(({ name }) => name.startsWith("PUT"))).toEqual([]);
}, 60_000);
