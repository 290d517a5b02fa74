import { QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach } from "vitest";
import { createQueryClient } from "../api/query-client.tsx";
import { SessionProvider } from "../session/session.tsx";
import { simulateUser } from "./simulated-user.ts";

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

interface ScreenOptions {
  path?: string;
  /** The pattern of the path, for a screen that reads parameters from it. */
  route?: string;
  /** What the page before it left for it. */
  state?: object | null;
}

/**
 * Renders a screen as the site does, with its session, cache and router. Returns a simulated user and the current
 * path and query.
 */
export function renderScreen(element: ReactElement, { path = "/", route, state = null }: ScreenOptions = {}) {
  const { pathname, search, hash } = new URL(path, "http://localhost");
  const routes = [
    { path: route ?? pathname, element },
    { path: "*", element: <p>Another page</p> },
  ];
  const router = createMemoryRouter(routes, {
    initialEntries: ["/before", { pathname, search, hash, state }],
  });
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return {
    user: simulateUser(),
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
    goBack: () => act(() => router.navigate(-1)),
    unmount,
  };
}
