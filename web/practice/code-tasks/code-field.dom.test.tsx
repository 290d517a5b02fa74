import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FormatMessage } from "../../room/code-runs/program-messages.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { openSandboxProgram } from "../../testing/code-sandbox.ts";
import { openKeyboard } from "../../testing/on-screen-keyboard.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import CodeField from "./code-field.tsx";

const calls = serveCallAnswers();

beforeEach(() => {
  for (const frame of document.querySelectorAll("iframe")) frame.remove();
  calls.set({ "GET /code-sandbox": { body: "" } });
});
/** The editor of a practice round, with SQL that is to be formatted. */
function openEditor(code = "select 1") {
  const changes: string[] = [];
  const { user, unmount } = renderScreen(
    <CodeField
      language="sql"
      initialCode={code}
      label="Your code"
      onChange={(changed) => changes.push(changed)}
      onRun={() => undefined}
    />,
  );
  return {
    changes,
    unmount,
    press: (name: string) => user.click(screen.getByRole("button", { name })),
    format: () => user.click(screen.getByRole("button", { name: "Format code" })),
  };
}

/** The formatter, started, with its first request. */
async function openFormatter() {
  const { requests, send } = await openSandboxProgram();
  send({ type: "ready" });
  return {
    requests: requests as unknown as string[],
    answer: (message: FormatMessage) => send(message as never),
  };
}

const status = () =>
  screen
    .getAllByRole("status")
    .map(({ textContent }) => textContent)
    .join("");
const edits = { type: "edits", edits: [{ from: 0, to: 6, insert: "SELECT" }] } as const;

describe("the keys for code on a phone", () => {
  it("write into the answer, and undo", async () => {
    openKeyboard();
    const { changes, press } = openEditor("");
    await press("Insert ()");
    await press("Insert *");
    expect(changes.at(-1)).toBe("(*)");
    // On a slow machine the two are too far apart to be undone at once.
    await press("Undo");
    await press("Undo");
    expect(changes.at(-1)).toBe("");
  });
});

describe("the button that formats", () => {
  it("changes the code, and tells screen readers that it did", async () => {
    const { changes, format } = openEditor();
    await format();
    expect(status()).toBe("Formatting…");
    const { requests, answer } = await openFormatter();
    await waitFor(() => expect(requests).toEqual(["select 1"]));
    answer({ ...edits, edits: [...edits.edits] });
    await waitFor(() => expect(status()).toBe("The code is formatted."));
    expect(changes).toEqual(["SELECT 1"]);
  });

  it("waits for the first answer when it is pressed twice", async () => {
    const { format } = openEditor();
    await format();
    await format();
    const { requests, answer } = await openFormatter();
    await waitFor(() => expect(requests).toHaveLength(1));
    answer({ type: "edits", edits: [] });
    await waitFor(() => expect(status()).toBe("The code was already formatted."));
    expect(requests).toHaveLength(1);
  });

  it("shows the line of an error, until the next attempt", async () => {
    const { format } = openEditor("select (");
    await format();
    const { requests, answer } = await openFormatter();
    await waitFor(() => expect(requests).toHaveLength(1));
    answer({ type: "error", message: "a bracket is open", line: 1 });
    const problem = "Nothing was formatted, because line 1 has an error: a bracket is open";
    await screen.findByText(problem);
    await format();
    expect(screen.queryByText(problem)).toBeNull();
  });

  it("says that the formatter did not start, and can be pressed again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { format } = openEditor();
    await format();
    const { send } = await openSandboxProgram();
    send({ type: "broken" });
    await screen.findByText("The formatter did not start on this device.");
    await format();
    const { requests, answer } = await openFormatter();
    await waitFor(() => expect(requests).toHaveLength(1));
    answer({ ...edits, edits: [...edits.edits] });
    await waitFor(() => expect(status()).toBe("The code is formatted."));
  });

  it("ends with the editor: a frame that was still starting is removed", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { format, unmount } = openEditor();
    await format();
    await openSandboxProgram();
    unmount();
    await waitFor(() => expect(document.querySelector("iframe")).toBeNull());
  });
});
