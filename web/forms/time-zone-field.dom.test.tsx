import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Form } from "./form.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";

it("lists one's own zone first, every other zone once, and sends the chosen one", async () => {
  const send = vi.fn(async () => {});
  render(
    <Form defaultValues={{ zone: "Asia/Kathmandu" }} onSubmit={send} submitLabel="Save">
      <TimeZoneField name="zone" label="Time zone" own="Asia/Kathmandu" />
    </Form>,
  );
  const list = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" });
  expect(list.value).toBe("Asia/Kathmandu");
  const options = [...list.options];
  expect(options[0]?.text).toBe("Nepal time (GMT+5:45), Kathmandu");
  expect(options.map(({ text }) => text)).toContain("India time (IST), Kolkata");
  expect(options.length).toBeGreaterThan(300);
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  fireEvent.change(list, { target: { value: "America/Argentina/Ushuaia" } });
  expect(list.selectedOptions[0]?.text).toBe("Ushuaia (Argentina)");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith({ zone: "America/Argentina/Ushuaia" }, expect.anything()),
  );
});
