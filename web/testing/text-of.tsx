import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { createQueryClient } from "../api/query-client.tsx";
import { SessionProvider } from "../session/session.tsx";

/** The text of a component as a visitor sees it first, with single spaces. */
export function textOf(element: ReactElement): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <MemoryRouter>{element}</MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  return html
    .replaceAll("&#x27;", "'")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}
