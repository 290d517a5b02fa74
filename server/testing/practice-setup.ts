import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ApiResponse, createTestApp, type SignedUpUser, type TestApp, testNow } from "./app.ts";

/** The app of a file's tests, and the person who practices in the current test. */
export let app: TestApp;
export let person: SignedUpUser;

/** Gives a file one app, and each of its tests a new person. */
export function usePractice(): void {
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(testNow);
    person = await app.signUp();
  });
}

/** From here on, the current test calls as another person. */
export function continueAs(other: SignedUpUser): void {
  person = other;
}

/** Calls the practice API as the person. */
export const call = (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
  app.call(method, `/api/practice${path}`, { token: person.token, ...(body === undefined ? {} : { body }) });
