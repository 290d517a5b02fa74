import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Form } from "./form.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";

afterEach(cleanup);

const shownZone = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" }).value;
const search = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });

it("shows the zone that the form sends, whatever the search lists", async () => {
  const send = vi.fn(async () => {});
  render(
    <Form defaultValues={{ zone: "America/St_Johns" }} onSubmit={send} submitLabel="Save">
      <TimeZoneField name="zone" label="Time zone" own="America/St_Johns" />
    </Form>,
  );
  expect(shownZone()).toBe("America/St_Johns");
  // Typed while the other zones are still prepared, which would block the page.
  search("tokyo");
  expect(screen.getByText("Loading the other zones…")).toBeDefined();
  await waitFor(() => expect(shownZone()).toBe("Asia/Tokyo"));
  search("tokyox");
  expect(shownZone()).toBe("Asia/Tokyo");
  search("");
  expect(shownZone()).toBe("Asia/Tokyo");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send).toHaveBeenCalledWith({ zone: "Asia/Tokyo" }, expect.anything());
});

it("lets a person choose another zone from the list", async () => {
  render(
    <Form defaultValues={{ zone: "UTC" }} onSubmit={async () => {}} submitLabel="Save">
      <TimeZoneField name="zone" label="Time zone" own="UTC" />
    </Form>,
  );
  expect(shownZone()).toBe("UTC");
  // The other zones are formatted after the form is shown.
  await screen.findByRole("option", { name: /^Nepal time/ });
  expect(screen.queryByRole("option", { name: "Loading…" })).toBeNull();
  fireEvent.change(screen.getByRole("combobox", { name: "Time zone" }), {
    target: { value: "Asia/Kathmandu" },
  });
  expect(shownZone()).toBe("Asia/Kathmandu");
  search("nothing has this name");
  expect(shownZone()).toBe("Asia/Kathmandu");
});
