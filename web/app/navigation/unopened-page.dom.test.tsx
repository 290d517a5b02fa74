import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { UnopenedPageNotice } from "../chrome/unopened-page-notice.tsx";
import { keepPageWithoutConnection } from "./unopened-page.ts";

const calls = serveCallAnswers();
const file = "GET /assets/earnings.js";
const imported = "GET /assets/table.js";
const text = /^The page couldn't be opened because the connection is gone/;
const framework = window as unknown as Record<string, unknown>;

afterEach(() => {
  cleanup();
  for (const name of Object.keys(framework)) if (name.startsWith("__reactRouter")) delete framework[name];
});

/** A layout with two pages of which the code is loaded, and one of which it is not. */
function openSite() {
  const layout = (
    <>
      <Link to="/profile">Profile</Link>
      <Link to="/earnings?month=1">Earnings</Link>
      <UnopenedPageNotice />
      <Outlet />
    </>
  );
  const children = [
    { id: "home", index: true, element: <input aria-label="Your answer" /> },
    { id: "profile", path: "profile", element: <h1>Your profile</h1> },
    { id: "earnings", path: "earnings", element: <h1>Your earnings</h1> },
  ];
  const router = createMemoryRouter([{ id: "root", path: "/", element: layout, children }], {
    instrumentations: [keepPageWithoutConnection],
  });
  framework.__reactRouterDataRouter = router;
  framework.__reactRouterRouteModules = { root: {}, home: {}, profile: {} };
  framework.__reactRouterManifest = {
    routes: { earnings: { module: "/assets/earnings.js", imports: ["/assets/table.js"] } },
  };
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}

describe("a link to a page whose code is not loaded", () => {
  it("keeps the page and says so without a connection, and works when it is back", async () => {
    const user = openSite();
    calls.set({ [file]: { body: "" }, [imported]: ["cut", { body: "" }] });
    await user.type(screen.getByLabelText("Your answer"), "The base rate");
    await user.click(screen.getByRole("link", { name: "Earnings" }));
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByLabelText("Your answer")).toHaveProperty("value", "The base rate");
    await user.click(screen.getByRole("link", { name: "Earnings" }));
    expect(await screen.findByRole("heading", { name: "Your earnings" })).toBeDefined();
    expect(screen.queryByText(text)).toBeNull();
  });

  it("is left to React Router when the server answers that the code is gone, as after a deployment", async () => {
    const user = openSite();
    await user.click(screen.getByRole("link", { name: "Earnings" }));
    expect(await screen.findByRole("heading", { name: "Your earnings" })).toBeDefined();
  });

  it("gives way to a link that is chosen after it", async () => {
    const user = openSite();
    calls.set({ [file]: "hang", [imported]: "cut" });
    await user.click(screen.getByRole("link", { name: "Earnings" }));
    await user.click(screen.getByRole("link", { name: "Profile" }));
    expect(await screen.findByRole("heading", { name: "Your profile" })).toBeDefined();
    await waitFor(() => expect(calls.sent.map(({ name }) => name)).toContain(imported));
    expect(screen.queryByText(text)).toBeNull();
  });
});

it.each([
  ["the person closes it", (user: ReturnType<typeof openSite>) => user.click(screen.getByText("Close"))],
  ["the connection is back", () => act(async () => void window.dispatchEvent(new Event("online")))],
])("the notice goes when %s", async (_, end) => {
  const user = openSite();
  calls.set({ [file]: "cut", [imported]: "cut" });
  await user.click(screen.getByRole("link", { name: "Earnings" }));
  await screen.findByText(text);
  await end(user);
  expect(screen.queryByText(text)).toBeNull();
});
