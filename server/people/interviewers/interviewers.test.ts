import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { cameraPhoto, png } from "./photos/photos.testing.ts";

let app: TestApp;
let interviewer: SignedUpUser;
let interviewee: SignedUpUser;
const path = "/api/interviewer/profile";
beforeAll(async () => {
  app = await createTestApp();
  interviewer = await app.signUpInterviewer({ firstName: "Kavya" });
  interviewee = await app.signUp();
});
afterAll(() => app.close());

const save = (body: unknown) => app.call("POST", path, { token: interviewer.token, body });
const seen = async () =>
  (await app.call("GET", "/api/user/interviewers", { token: interviewee.token })).body.find(
    ({ _id }: { _id: string }) => _id === interviewer.user._id,
  );
function send(content: Buffer, field = "photo") {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)], { type: "image/png" }), "me.png");
  return app.call("POST", "/api/interviewer/profile-photo", { token: interviewer.token, body: form });
}

describe("a public profile", () => {
  it("is empty at first, and then shows interviewees what its owner wrote", async () => {
    expect(await seen()).toMatchObject({ firstName: "Kavya", headline: "", topics: [], photoUrl: null });
    const fields = { headline: "Staff ML engineer, ranking", topics: ["Recommenders", "ML system design"] };
    expect((await save(fields)).body).toEqual({ ...fields, photoUrl: null });
    expect(await seen()).toMatchObject(fields);
    expect(Object.keys(await seen()).sort()).toEqual(
      ["_id", "firstName", "headline", "lastName", "photoUrl", "topics"].sort(),
    );
  });

  it.each([
    [
      "a long headline",
      { headline: "x".repeat(121), topics: [] },
      "Headline can be at most 120 characters long.",
    ],
    ["nine topics", { headline: "", topics: [..."abcdefghi"] }, "Name at most 8 topics."],
    ["a topic twice", { headline: "", topics: ["SQL", "sql"] }, "Name each topic once."],
    ["an empty topic", { headline: "", topics: [" "] }, "Topic is required."],
    ["an unknown key", { headline: "", topics: [], photoKey: "x" }, "Unknown field: photoKey."],
  ])("refuses %s", async (_name, body, msg) => {
    const answer = await save(body);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});

describe("a photo", () => {
  it.each([
    ["in the picture", png({}).subarray(0, 40)],
    ["before it", Buffer.alloc(0)],
  ])("is refused as incomplete when the form ends %s", async (_where, sent) => {
    const head = `--x\r\nContent-Disposition: form-data; name="photo"; filename="me.png"\r\nContent-Type: image/png\r\n\r\n`;
    const answer = await app.call("POST", "/api/interviewer/profile-photo", {
      token: interviewer.token,
      body: Buffer.concat([Buffer.from(head), sent]),
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
  });

  it("is served with its own type, in a sandbox, until it is replaced", async () => {
    const first = await send(png({ secret: "where I live" }));
    expect(first.status).toBe(200);
    const { photoUrl } = await seen();
    expect(photoUrl).toBe(first.body.photoUrl);
    const shown = await app.call("GET", photoUrl);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    expect(shown.body).not.toContain("where I live");
    const second = await send(await cameraPhoto("jpg"));
    expect((await app.call("GET", photoUrl)).status).toBe(404);
    expect((await app.call("GET", second.body.photoUrl)).headers.get("content-type")).toBe("image/jpeg");
    await app.call("DELETE", "/api/interviewer/profile-photo", { token: interviewer.token });
    expect((await app.call("GET", second.body.photoUrl)).status).toBe(404);
    expect((await seen()).photoUrl).toBeNull();
  });

  it.each([
    ["a page that says it is a picture", Buffer.from("<html>"), 415],
    ["too much", Buffer.concat([png({}), Buffer.alloc(512 * 1024)]), 413],
  ])("refuses %s", async (_name, content, status) => {
    expect((await send(content)).status).toBe(status);
    expect((await seen()).photoUrl).toBeNull();
  });

  it.each(["..%2f..%2fetc%2fpasswd", "x.png", "0190a5b8-7c00-7000-8000-00000000000f.png"])(
    "%s is not found",
    async (file) => {
      expect((await app.call("GET", `/api/interviewer-photos/${file}`)).status).toBe(404);
    },
  );
});
