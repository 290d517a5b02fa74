import { expect, it } from "vitest";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { createBookingAttempts, isDefiniteRefusal } from "./booking-attempts.ts";

function attempts() {
  let made = 0;
  return createBookingAttempts(() => `key-${++made}`);
}

it("keeps one key per slot until the attempt is settled", () => {
  const { keyFor, isOpen, settle } = attempts();
  expect(isOpen("a")).toBe(false);
  expect(keyFor("a")).toBe("key-1");
  expect(keyFor("a")).toBe("key-1");
  expect(isOpen("a")).toBe(true);
  settle("a");
  expect(isOpen("a")).toBe(false);
  expect(keyFor("a")).toBe("key-2");
});

it("keeps the open attempt for one slot while another is booked", () => {
  const { keyFor, settle } = attempts();
  keyFor("a");
  expect(keyFor("b")).toBe("key-2");
  settle("b");
  expect(keyFor("a")).toBe("key-1");
});

it("creates keys that a server accepts", () => {
  expect(createBookingAttempts().keyFor("a")).toMatch(/^[\x20-\x7e]{1,200}$/);
});

it("settles an attempt only when the server refuses it", () => {
  expect(isDefiniteRefusal(new ApiError(409, { code: "slot_taken" }, null))).toBe(true);
  expect(isDefiniteRefusal(new ApiError(400, {}, null))).toBe(true);
  expect(isDefiniteRefusal(new ApiError(503, {}, 1))).toBe(false);
  expect(isDefiniteRefusal(new ApiError(500, {}, null))).toBe(false);
  expect(isDefiniteRefusal(new NetworkError("gone"))).toBe(false);
});
