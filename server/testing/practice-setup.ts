import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ApiResponse, createTestApp, type SignedUpUser, type TestApp, testNow } from "./app.ts";
import { type ModelServer, startModelServer } from "./providers/model-server.ts";

/** The app of a file's tests, and the person who practices in the current test. */
export let app: TestApp;
export let person: SignedUpUser;
export let modelServer: ModelServer;

/** Gives a file one app, and each of its tests a new person. */
export function usePractice(environment?: Record<string, string>): void {
  beforeAll(async () => {
    app = await createTestApp(environment && { environment });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(testNow);
    await app.runJobs(); // Those that the test before has left.
    person = await app.signUp();
  });
}

/** The same with a language model, which is honest and has no requests before each test. */
export function usePracticeWithModel(
  kind: Parameters<ModelServer["settings"]>[0],
  settings: Record<string, string> = {},
): void {
  beforeAll(async () => {
    modelServer = await startModelServer();
    Object.assign(settings, modelServer.settings(kind));
  });
  usePractice(settings);
  beforeEach(() => {
    Object.assign(modelServer, {
      mode: "honest",
      interviewer: "honest",
      knowledge: "",
      followUpMilliseconds: 0,
    });
    modelServer.requests.length = 0;
  });
  afterAll(() => modelServer.close());
}

/** From here on, the current test calls as another person. */
export function continueAs(other: SignedUpUser): void {
  person = other;
}

/** Calls the practice API as the person. */
export const call = (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
  app.call(method, `/api/practice${path}`, { token: person.token, ...(body === undefined ? {} : { body }) });
