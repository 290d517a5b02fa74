import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ConfirmDialog } from "../ui/dialog-parts.tsx";
import { TextField } from "./fields.tsx";
import { Form } from "./form.tsx";

const hint = /^Still sending….*Keep this page open\.$/;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds));
const isHintShown = () =>
  screen.queryAllByRole("status").some(({ textContent }) => hint.test(textContent ?? ""));

it("says after five seconds that a form is still being sent, until it is answered", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  render(
    <Form defaultValues={{ text: "typed" }} onSubmit={() => answered} submitLabel="Send">
      <TextField name="text" label="Text" />
    </Form>,
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send" })));
  await pass(4_900);
  expect(isHintShown()).toBe(false);
  await pass(200);
  expect(isHintShown()).toBe(true);
  await act(async () => answer());
  await pass(0);
  expect(isHintShown()).toBe(false);
});

it("shows nothing in a form that fails before", async () => {
  render(
    <Form
      defaultValues={{}}
      onSubmit={() => Promise.reject(new Error("cut"))}
      failureMessage={() => "Not sent."}
      submitLabel="Send"
    >
      <p>Text</p>
    </Form>,
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send" })));
  await pass(10_000);
  expect(screen.getByRole("alert").textContent).toBe("Not sent.");
  expect(isHintShown()).toBe(false);
});

it("takes a failure away when the person changes something", async () => {
  render(
    <Form
      defaultValues={{ text: "" }}
      onSubmit={() => Promise.reject(new Error("cut"))}
      failureMessage={() => "Not sent."}
      submitLabel="Send"
    >
      <TextField name="text" label="Text" />
    </Form>,
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send" })));
  await pass(0);
  expect(screen.getByText("Not sent.")).toBeDefined();
  await act(async () => fireEvent.input(screen.getByLabelText("Text"), { target: { value: "more" } }));
  expect(screen.queryByText("Not sent.")).toBeNull();
});

it("says so in the dialog of a cancellation", async () => {
  const dialog = (pending: boolean): ReactElement => (
    <ConfirmDialog
      open
      title="Cancel your interview?"
      confirmLabel="Cancel interview"
      pending={pending}
      onConfirm={() => undefined}
      onCancel={() => undefined}
    />
  );
  const { rerender } = render(dialog(true));
  await pass(5_100);
  expect(isHintShown()).toBe(true);
  rerender(dialog(false));
  expect(isHintShown()).toBe(false);
});
