import { afterAll, afterEach, beforeEach } from "vitest";
import { forgetClocks, rememberClocks } from "./clock.ts";

/*
 * Runs before each test file. A test's changes to the clock end with the test, so that no test depends on an earlier
 * one. A change in `beforeAll` lasts, because it belongs to every test of its block.
 */
let restoreClocks = () => {};
beforeEach(() => {
  restoreClocks = rememberClocks();
});
afterEach(() => restoreClocks());
afterAll(forgetClocks);
