import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "../api/client.ts";
import { QueryContent } from "./query-content.tsx";

it.each([
  [400, "invalid_input", "This id is incomplete or wrong.", false],
  [404, "not_found", "This round does not exist.", false],
  [503, "unavailable", "The server is busy.", true],
] as const)("after a %i %s, says %s and offers to try again: %s", (status, code, msg, canRetry) => {
  render(
    <QueryContent
      query={{
        data: undefined,
        error: new ApiError(status, { msg, code }, null),
        isPending: false,
        isFetching: false,
        refetch: async () => {},
      }}
      loadingLabel="Loading…"
      messages={{ failed: "Failed.", network: "No connection." }}
    >
      {() => "content"}
    </QueryContent>,
  );
  expect(screen.getByRole("alert").textContent).toContain(msg);
  expect(screen.queryByRole("button", { name: "Try again" }) !== null).toBe(canRetry);
});
