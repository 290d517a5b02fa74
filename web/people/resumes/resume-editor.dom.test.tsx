import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { sectionLimits } from "@greenroom/contract/people/resume-options.ts";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { paths } from "../../paths.ts";
import { RequireRole } from "../../session/require-role.tsx";
import { tokenKey } from "../../session/session-store.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ResumeBuilder, ResumeEditor } from "./resume-editor.tsx";
import { useDragOrder } from "./resume-fields.tsx";
import { ResumeUpload } from "./resume-file.tsx";

describe("resume editor", () => {
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

  it("does not say that the resume is saved beside a later error", async () => {
    storeSession(sampleUser);
    calls.set({
      "GET /api/user/profile": { body: sampleUser },
      "POST /api/user/resume-data": { body: { msg: "Saved.", resumeVersion: 1 } },
      "GET /api/user/resume-pdf": { status: 503, body: { code: "unavailable", msg: "No PDF today." } },
    });
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const { user } = renderScreen(<ResumeEditor user={sampleUser} />);
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await screen.findByText(/Resume saved/);
    await user.click(screen.getByRole("button", { name: /Export PDF/ }));
    await screen.findByText("No PDF today.");
    expect(screen.queryByText(/Resume saved/)).toBeNull();
    opened.mockRestore();
  });

  it("does not say that the resume is saved beside the error of a file that is no PDF", async () => {
    storeSession(sampleUser);
    calls.set({
      "GET /api/user/profile": { body: sampleUser },
      "POST /api/user/resume-data": { body: { msg: "Saved.", resumeVersion: 1 } },
    });
    renderScreen(<ResumeBuilder />);
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    await screen.findByText(/Resume saved/);
    const files = [new File(["Hi"], "resume.txt", { type: "text/plain" })];
    fireEvent.change(document.querySelector("input[accept*=pdf]") as HTMLInputElement, { target: { files } });
    await screen.findByText("Only PDF files are supported.");
    expect(screen.queryByText(/Resume saved/)).toBeNull();
  });

  it.each([
    ["export", "GET /api/user/resume-pdf", /Export PDF/],
    ["save", "POST /api/user/resume-data", "Save"],
  ])(
    "does not show an earlier error of the %s beside the news that the file was uploaded",
    async (_what, failing, button) => {
      storeSession(sampleUser);
      calls.set({
        "GET /api/user/profile": { body: sampleUser },
        [failing]: { status: 503, body: { code: "unavailable", msg: "Not today." } },
        "POST /api/user/resume-upload": { body: { msg: "Resume file uploaded.", fileUrl: "/file" } },
      });
      const opened = vi.spyOn(window, "open").mockReturnValue(null);
      const { user } = renderScreen(<ResumeBuilder />);
      await user.click(await screen.findByRole("button", { name: button }));
      await screen.findByText("Not today.");
      const pdf = new File(["%PDF-1.4\n%%EOF\n"], "resume.pdf", { type: "application/pdf" });
      await user.upload(document.querySelector("input[accept*=pdf]") as HTMLInputElement, pdf);
      await screen.findByText(/Resume file uploaded/);
      expect(screen.queryByText("Not today.")).toBeNull();
      await user.click(screen.getByRole("button", { name: button }));
      await screen.findByText("Not today.");
      expect(screen.queryByText(/Resume file uploaded/)).toBeNull();
      opened.mockRestore();
    },
  );

  it("shows an imported end date that it cannot read, and does not save it", async () => {
    storeSession(sampleUser);
    const { user } = renderScreen(<ResumeEditor user={sampleUser} />);
    const work = [{ name: "Acme", position: "Engineer", endDate: "spring 2020" }];
    const file = new File([JSON.stringify({ work })], "resume.json", { type: "application/json" });
    await user.upload(screen.getByLabelText("JSON Resume file"), file);
    await screen.findByText("Experience at Acme: the end date “spring 2020”");
    expect(screen.getByLabelText<HTMLInputElement>("End date").value).toBe("spring 2020");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Enter a date as YYYY-MM-DD.");
    expect(calls.sent.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
  });

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
});

const rowHeight = 40;

/** A document without a browser has no layout: every row is 40 pixels high, below the one before. */
function rectOf(this: Element): DOMRect {
  const index = [...(this.parentElement?.children ?? [])].indexOf(this);
  return new DOMRect(0, index * rowHeight, 100, rowHeight);
}

function List() {
  const list = useRef<HTMLUListElement>(null);
  const [names, setNames] = useState(["Python", "SQL", "Go"]);
  const drag = useDragOrder(list, (from, to) =>
    setNames((before) => before.toSpliced(from, 1).toSpliced(to, 0, before[from] as string)),
  );
  return (
    <ul ref={list}>
      {names.map((name, index) => (
        <li
          key={name}
          ref={(row) => void (row && Object.assign(row, { getBoundingClientRect: rectOf }))}
          aria-current={drag.dragged === index}
        >
          <button type="button" onPointerDown={drag.grab(index)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

const names = () => screen.getAllByRole("button").map((button) => button.textContent);
const grab = (name: string, button = 0) =>
  fireEvent.pointerDown(screen.getByRole("button", { name }), { button });

describe("use drag order", () => {
  /** The middle of a row. */
  const moveOver = (row: number) => fireEvent.pointerMove(window, { clientY: (row + 0.5) * rowHeight });

  it("moves a row to the place of the one under the pointer, and on from there", () => {
    render(<List />);
    grab("Python");
    moveOver(1);
    expect(names()).toEqual(["SQL", "Python", "Go"]);
    moveOver(2);
    expect(names()).toEqual(["SQL", "Go", "Python"]);
    expect(screen.getAllByRole("listitem")[2]?.getAttribute("aria-current")).toBe("true");
    fireEvent.pointerUp(window);
    moveOver(0);
    expect(names()).toEqual(["SQL", "Go", "Python"]);
  });

  it("leaves the order alone at a row's edge, so that two rows do not flicker", () => {
    render(<List />);
    grab("Python");
    fireEvent.pointerMove(window, { clientY: rowHeight + 4 });
    expect(names()).toEqual(["Python", "SQL", "Go"]);
  });

  it("ends when the system takes the pointer away", () => {
    render(<List />);
    grab("Python");
    fireEvent.pointerCancel(window);
    moveOver(2);
    expect(names()).toEqual(["Python", "SQL", "Go"]);
  });

  it("ignores the other buttons of a mouse", () => {
    render(<List />);
    grab("Python", 2);
    moveOver(2);
    expect(names()).toEqual(["Python", "SQL", "Go"]);
  });
});

describe("resume upload", () => {
  const calls = serveCallAnswers();
  const send = "POST /api/user/resume-upload";
  const uploads = () => calls.sent.filter(({ name }) => name === send);
  const pdf = new File(["%PDF-1.4\n%%EOF\n"], "resume.pdf", { type: "application/pdf" });

  /** The texts of alerts; an empty one waits for its text. */
  const alerts = () =>
    screen.queryAllByRole("alert").flatMap(({ textContent }) => (textContent === "" ? [] : textContent));

  function open() {
    storeSession(sampleUser);
    calls.set({ "GET /api/user/profile": { body: sampleUser } });
    const uploaded = vi.fn();
    const { user } = renderScreen(<ResumeUpload onUploaded={uploaded} />);
    const choose = (file: File) =>
      user.upload(document.querySelector("input[type=file]") as HTMLInputElement, file);
    const press = () => user.click(screen.getByRole("button", { name: /Upload PDF/ }));
    return { user, uploaded, choose, press };
  }

  it("sends the file as soon as it is chosen, and passes on the server's message", async () => {
    calls.set({ [send]: { body: { msg: "Resume uploaded.", fileUrl: "/file" } } });
    const { uploaded, choose } = open();
    await choose(pdf);
    await waitFor(() => expect(uploaded).toHaveBeenCalledWith("Resume uploaded."));
    expect(uploads()[0]?.headers["content-type"]).toMatch(/^multipart\/form-data/);
  });

  it.each([
    ["is not a PDF", new File(["hello"], "notes.txt", { type: "text/plain" })],
    [
      "is larger than 10 MB",
      new File([new Uint8Array(10 * 1024 * 1024 + 1)], "big.pdf", { type: "application/pdf" }),
    ],
  ])("reports at once when the file %s, and sends nothing", async (_, file) => {
    const { choose, press } = open();
    await choose(file);
    await press();
    await waitFor(() => expect(alerts()).toHaveLength(1));
    expect(uploads()).toEqual([]);
  });

  it("shows the server's refusal, keeps the file, and works on the next attempt", async () => {
    calls.set({
      [send]: [
        { status: 400, body: { code: "invalid_input", msg: "This PDF is encrypted." } },
        { body: { msg: "Resume uploaded.", fileUrl: "/file" } },
      ],
    });
    const { uploaded, choose, press } = open();
    await choose(pdf);
    expect(await screen.findByText(/This PDF is encrypted\./)).toBeDefined();
    await press();
    await waitFor(() => expect(uploaded).toHaveBeenCalledOnce());
  });

  it("can be canceled, which is not a failure", async () => {
    calls.set({ [send]: "hang" });
    const { user, uploaded, choose } = open();
    await choose(pdf);
    await user.click(await screen.findByRole("button", { name: "Stop upload" }));
    expect(await screen.findByRole("button", { name: "Upload PDF" })).toBeDefined();
    expect(alerts()).toEqual([]);
    expect(uploaded).not.toHaveBeenCalled();
  });
});
