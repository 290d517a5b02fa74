import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createBrowserRouter, Link, Outlet, RouterProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { paths } from "../paths.ts";
import { serveCallAnswers } from "../testing/call-answers.ts";
import { simulateUser } from "../testing/simulated-user.ts";
import { UnopenedPageNotice } from "./chrome/site-layout.tsx";
import { keepPageOffline, keepPageWithoutConnection, scrollKey } from "./navigation.ts";

describe("unopened page", () => {
  const calls = serveCallAnswers();
  const file = "GET /assets/earnings.js";
  const imported = "GET /assets/table.js";
  const text = /^The page couldn't be opened because the connection is gone/;
  const framework = window as unknown as Record<string, unknown>;

  let close = () => {};

  afterEach(() => {
    cleanup();
    close();
    for (const name of Object.keys(framework)) if (name.startsWith("__reactRouter")) delete framework[name];
  });

  /** A layout with two pages of which the code is loaded, and one of which it is not. */
  function openSite() {
    const layout = (
      <>
        <Link to="/profile">Profile</Link>
        <Link to="/earnings?month=1">Earnings</Link>
        <Link to="/pricing" reloadDocument>
          Pricing
        </Link>
        <a href="#part">Part of the page</a>
        <UnopenedPageNotice />
        <Outlet />
      </>
    );
    const children = [
      { id: "home", index: true, element: <input aria-label="Your answer" /> },
      { id: "profile", path: "profile", element: <h1>Your profile</h1> },
      { id: "earnings", path: "earnings", element: <h1>Your earnings</h1> },
    ];
    window.history.pushState(null, "", "/");
    const stopKeeping = keepPageOffline();
    const router = createBrowserRouter([{ id: "root", path: "/", element: layout, children }], {
      instrumentations: [keepPageWithoutConnection],
    });
    close = () => {
      stopKeeping();
      router.dispose();
    };
    framework.__reactRouterDataRouter = router;
    framework.__reactRouterRouteModules = { root: {}, home: {}, profile: {} };
    framework.__reactRouterManifest = {
      routes: { earnings: { module: "/assets/earnings.js", imports: ["/assets/table.js"] } },
    };
    render(<RouterProvider router={router} />);
    return simulateUser();
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

    it("shows at once that it was pressed, until its page is there", async () => {
      calls.set({ [file]: "hang", [imported]: { body: "" } });
      const user = openSite();
      const isGoing = () => "going" in document.documentElement.dataset;
      await user.click(screen.getByRole("link", { name: "Earnings" }));
      expect(isGoing()).toBe(true);
      await user.click(screen.getByRole("link", { name: "Profile" }));
      await screen.findByRole("heading", { name: "Your profile" });
      await waitFor(() => expect(isGoing()).toBe(false));
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

  const goOffline = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const goBack = () => act(async () => window.history.back());

  describe("the Back button", () => {
    /** Shows the profile after the earnings, whose code is no longer there, as after a reload. */
    async function showProfileAfterEarnings() {
      const user = openSite();
      await user.click(screen.getByRole("link", { name: "Earnings" }));
      await screen.findByRole("heading", { name: "Your earnings" });
      await user.click(screen.getByRole("link", { name: "Profile" }));
      await screen.findByRole("heading", { name: "Your profile" });
    }

    it("keeps the page offline if the other one's code is not loaded", async () => {
      await showProfileAfterEarnings();
      goOffline();
      await goBack();
      expect(await screen.findByText(text)).toBeDefined();
      await waitFor(() => expect(window.location.pathname).toBe("/profile"));
      expect(screen.getByRole("heading", { name: "Your profile" })).toBeDefined();
    });

    it("works when the connection is back", async () => {
      await showProfileAfterEarnings();
      const offline = goOffline();
      await goBack();
      await waitFor(() => expect(window.location.pathname).toBe("/profile"));
      offline.mockReturnValue(true);
      await goBack();
      expect(await screen.findByRole("heading", { name: "Your earnings" })).toBeDefined();
      expect(window.location.pathname).toBe("/earnings");
    });

    it("works offline if the other page's code is loaded", async () => {
      await showProfileAfterEarnings();
      Object.assign(framework.__reactRouterRouteModules as object, { earnings: {} });
      goOffline();
      await goBack();
      expect(await screen.findByRole("heading", { name: "Your earnings" })).toBeDefined();
      expect(screen.queryByText(text)).toBeNull();
    });
  });

  describe("a link that loads a document", () => {
    /** Whether the browser follows the link, with keys such as Ctrl held. */
    const isFollowed = (name: string, keys = {}) => fireEvent.click(screen.getByRole("link", { name }), keys);

    it("keeps the page and says so offline", async () => {
      openSite();
      expect(isFollowed("Pricing")).toBe(true);
      goOffline();
      expect(isFollowed("Pricing")).toBe(false);
      expect(await screen.findByText(text)).toBeDefined();
    });

    it("is followed offline in another tab, and within the page", async () => {
      openSite();
      goOffline();
      expect(isFollowed("Pricing", { ctrlKey: true })).toBe(true);
      expect(isFollowed("Part of the page")).toBe(true);
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
});

describe("scroll key", () => {
  it("differs between two pages that are each the first of their document", () => {
    const sessions = scrollKey({ key: "default", pathname: paths.mySessions });
    expect(scrollKey({ key: "default", pathname: paths.progress })).not.toBe(sessions);
    expect(scrollKey({ key: "default", pathname: paths.mySessions })).toBe(sessions);
  });

  it("is the entry's own key otherwise", () => {
    expect(scrollKey({ key: "k3x", pathname: paths.progress })).toBe("k3x");
  });
});
