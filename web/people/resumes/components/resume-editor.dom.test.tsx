import { emptyResume, sectionLimits } from "@greenroom/contract/people/resumes/resume-data.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { paths } from "../../../paths.ts";
import { RequireRole } from "../../../session/require-role.tsx";
import { tokenKey } from "../../../session/session-store.ts";
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

/** Changes the stored session as another tab of this browser does. */
function changeInAnotherTab(change: () => void) {
  change();
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: tokenKey })));
}

async function typeThenSignOutInAnotherTab() {
  storeSession(sampleUser);
  calls.set({ "GET /api/user/profile": { body: sampleUser } });
  const builder = (
    <RequireRole allow="interviewee" loading={null}>
      <ResumeEditor user={sampleUser} />
    </RequireRole>
  );
  const { user, path, unmount } = renderScreen(builder, { path: "/resume" });
  await user.type(await screen.findByLabelText(/GitHub/), "https://github.com/meera");
  changeInAnotherTab(() => localStorage.clear());
  expect(path()).toBe(paths.signIn);
  return {
    openAgain: () => {
      unmount();
      renderScreen(builder, { path: "/resume" });
    },
  };
}

it("keeps what was typed when the person signs out in another tab and signs in again", async () => {
  const { openAgain } = await typeThenSignOutInAnotherTab();
  changeInAnotherTab(() => storeSession(sampleUser));
  openAgain();
  expect(await screen.findByText(/Your unsaved changes are back/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/GitHub/).value).toBe("https://github.com/meera");
});

it("deletes what was typed when somebody else signs in after the sign-out in another tab", async () => {
  await typeThenSignOutInAnotherTab();
  changeInAnotherTab(() => storeSession({ ...sampleUser, _id: "0190a5b8-7c00-7000-8000-0000000000c2" }));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("meera");
});
