import { describe, expect, test } from "vitest";
import {
  isFiltering,
  noBookingFilter,
  readBookingFilter,
  toBookingQuery,
  writeBookingFilter,
} from "./booking-filter.ts";

const read = (address: string) => readBookingFilter(new URLSearchParams(address));

describe("the filter in the URL", () => {
  test("can be read as it was written, and keeps the other parameters", () => {
    const filter = {
      search: "Asha Rao",
      status: "completed",
      from: "2026-11-01",
      until: "2026-11-30",
    } as const;
    const address = writeBookingFilter(new URLSearchParams("tab=interviews"), filter);
    expect(read(address.toString())).toEqual(filter);
    expect(writeBookingFilter(address, noBookingFilter).toString()).toBe("tab=interviews");
  });

  test.each(["", "status=gone", "from=2026-02-31", "until=1999-12-31", "from=tomorrow", "from=2199-12-31"])(
    "%s shows everything",
    (address) => {
      expect(read(address)).toEqual(noBookingFilter);
      expect(isFiltering(read(address))).toBe(false);
    },
  );

  test("truncates a text that the server would refuse", () => {
    expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(100);
  });
});

test("requests whole days in the reader's time zone", () => {
  expect(toBookingQuery(read("from=2026-11-01&until=2026-11-01&search=%20"), "Asia/Kolkata")).toEqual({
    from: "2026-10-31T18:30:00.000Z",
    to: "2026-11-01T18:30:00.000Z",
  });
});
