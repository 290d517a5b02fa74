import { listDisputes } from "@greenroom/contract/desk/bookings/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { call } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { type ActionResult, ResultNotice } from "./result-notice.tsx";

const calls = serveCallAnswers();
const list = "GET /api/operator/no-shows";

/** A page with a list, and the result of an action whose undo makes a call. */
function Page() {
  useQuery(queryOptionsFor(listDisputes));
  const [result, setResult] = useState<ActionResult | null>({
    msg: "It is done.",
    undo: async () => {
      await call(listDisputes, { query: { limit: 1 } } as never);
      return { msg: "It is undone." };
    },
  });
  return (
    <>
      <ResultNotice result={result} onResult={setResult} />
      <button
        type="button"
        onClick={() =>
          setResult({ msg: "2 sessions were granted.", undo: async () => ({ msg: "They are taken back." }) })
        }
      >
        Grant
      </button>
    </>
  );
}
const loads = () => calls.sent.filter(({ name }) => name === list).length;

it("an undo that is no longer possible says why in place of the result, and reloads the page", async () => {
  const msg = "The interviewer has declined this time already.";
  calls.set({ [list]: [{ body: [] }, { status: 409, body: { code: "conflict", msg } }, { body: [] }] });
  const { user } = renderScreen(<Page />);
  await waitFor(() => expect(loads()).toBe(1));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  const notice = await screen.findByText(msg, { selector: "[data-tone]" });
  expect(notice.dataset.tone).toBe("wait");
  expect(screen.queryByText("It is done.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  await waitFor(() => expect(loads()).toBe(3));
});

it("the error of an undo does not stand below the result of a later action", async () => {
  const msg = "The interviewer has declined this time already.";
  calls.set({ [list]: [{ body: [] }, { status: 409, body: { code: "conflict", msg } }, { body: [] }] });
  const { user } = renderScreen(<Page />);
  await waitFor(() => expect(loads()).toBe(1));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(msg, { selector: "[data-tone]" });
  await user.click(screen.getByRole("button", { name: "Grant" }));
  await screen.findByText("2 sessions were granted.");
  expect(screen.queryByText(msg)).toBeNull();
});

it("an undo that fails can be tried again below its result", async () => {
  calls.set({ [list]: [{ body: [] }, { status: 500, body: {} }, { body: [] }] });
  const { user } = renderScreen(<Page />);
  await waitFor(() => expect(loads()).toBe(1));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("❌ This was not done.");
  expect(screen.getByText("It is done.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("It is undone.");
});
