import { describe, expect, it } from "vitest";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";

const app = useTestApp();
const owner = useBeforeAll(() => app.signUpOperator());

const list = async () =>
  (await app.read(owner, "/api/operator/words")) as {
    key: string;
    version: number;
    value: unknown;
    isDefault: boolean;
  }[];
const versionOf = async (key: string) => (await list()).find((text) => text.key === key)?.version ?? -1;
const edit = (key: string, body: object) =>
  app.put(owner, `/api/operator/words/${key}`, { reason: "A typo", ...body });
const site = async () => (await app.call("GET", "/api/site")).body;

describe("texts of the site", () => {
  it.each([
    ["claims", { averageRating: 4.6, insights: "Two views" }, "trust"],
    ["notice", { text: "Back at 6 pm." }, "notice"],
    ["questions", { items: [{ question: "Why?", answer: "Because." }] }, "moreQuestions"],
    ["advice", { isShown: false }, "showAdvisoryBanner"],
  ])("%s are shown at once, and the default comes back", async (key, value, field) => {
    // Another test may have left a text.
    await edit(key, { version: await versionOf(key), value: null });
    const before = (await site())[field];
    expect((await edit(key, { version: await versionOf(key), value })).status).toBe(200);
    const [shown] = Object.values(value);
    expect((await site())[field]).toEqual(key === "claims" ? { ...value, ratings: null } : shown);
    expect((await edit(key, { version: await versionOf(key), value: null })).status).toBe(200);
    expect((await site())[field]).toEqual(before);
  });

  it("end every mail with the signature, which is never read as HTML", async () => {
    const text = "Asha and Vikram <b>\nGreenroom, Pune";
    await edit("mail-signature", { version: 0, value: { text } });
    const person = await app.signUpThroughApi("signature@test.example");
    const [mail] = await app.mailsTo(person.user.email);
    expect(mail?.text).toContain("-- \nAsha and Vikram <b>\nGreenroom, Pune\nGreenroom · ");
    expect(mail?.html).toContain("Asha and Vikram &lt;b&gt;<br>Greenroom, Pune<br>");
  });

  it.each([
    ["claims", { averageRating: 6, insights: "x" }, "value.averageRating"],
    ["notice", { text: "" }, "value.text"],
    ["claims", { averageRating: 4, insights: "⟦plans.Pro.price⟧" }, "value.insights"],
    ["questions", { items: [{ question: "Why?", answer: "" }] }, "value.items.0.answer"],
    ["mail-signature", { text: "x".repeat(501) }, "value.text"],
    ["advice", "no", "value"],
    ["practice-model", { isOn: "no" }, "value.isOn"],
  ])("%s are refused with the name of the field", async (key, value, path) => {
    const { status, body } = await edit(key, { version: await versionOf(key), value });
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  it("are not restored to the default by a body without a value", async () => {
    await edit("notice", { version: await versionOf("notice"), value: { text: "Back at 6 pm." } });
    const { status, body } = await edit("notice", { version: await versionOf("notice") });
    expect([status, body.details[0].path, body.msg]).toEqual([
      400,
      "value",
      "Value is required: the new text, or null to restore the default.",
    ]);
    expect((await site()).notice).toBe("Back at 6 pm.");
  });

  it("let the first of two operators win, and keep who changed what and why", async () => {
    const version = await versionOf("notice");
    const answers = await Promise.all(
      ["One", "Two"].map((text) => edit("notice", { version, value: { text }, reason: `Because ${text}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = await app.get(owner, "/api/operator/words/notice/versions");
    expect(body[0]).toMatchObject({ version: version + 1, editedBy: "Person1 Test" });
    expect(body[0].reason).toMatch(/^Because (One|Two)$/);
  });
});
