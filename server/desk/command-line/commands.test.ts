import { describe, expect, it } from "vitest";
import { runCommand, useTestApp } from "../../testing/app.ts";
import { getSessionCount } from "../../testing/purchases.ts";
import { parseCommand } from "./parse-command.ts";

const app = useTestApp();

const run = (...given: string[]) => runCommand(app.deps, given);
async function audited(action: string) {
  return await app.deps.database.selectFrom("auditLog").selectAll().where("action", "=", action).execute();
}

describe("a command line", () => {
  const helpOf = (...given: string[]) => {
    const parsed = parseCommand(given);
    return parsed.kind === "help" ? parsed.text : `no help: ${parsed.kind}`;
  };

  it("is listed in the help, with its group, and alone with its options", () => {
    for (const given of [[], ["help"], ["--help"]]) {
      for (const name of [
        "interviewers invite <email>",
        "credits grant <email>",
        "backup <new folder>",
        "doctor",
      ]) {
        expect(helpOf(...given)).toContain(`\n  ${name} `);
      }
    }
    expect(helpOf("help", "reports")).toContain("reports make <booking id>");
    expect(helpOf("reports", "--help")).not.toContain("credits grant");
    expect(helpOf("credits", "grant", "--help")).toContain("--reason <text>");
    expect(helpOf("grant-operator", "--help")).toContain("also: grant-operator");
  });

  it("takes --json, and nothing else behind doctor", () => {
    expect(parseCommand(["doctor"])).toEqual({ kind: "doctor", asJson: false });
    expect(parseCommand(["doctor", "--json"])).toEqual({ kind: "doctor", asJson: true });
    expect(parseCommand(["reports", "list", "--json"])).toMatchObject({ kind: "work", asJson: true });
    expect(() => parseCommand(["doctor", "--loud"])).toThrow("unknown option '--loud'");
  });

  it.each([
    ["reports lits", "unknown command 'lits' (Did you mean list?). Try: help"],
    ["bookings list", "unknown command 'bookings'"],
    ["grant-interviewer", "missing required argument 'email'"],
    ["users grant-operator nobody", "Give one email address"],
    ["users grant-operator nobody@test.example", "Nobody has an account"],
    ["users grant-operator a@b.example --loud", "unknown option '--loud'"],
    ["verify everything", "too many arguments"],
    ["reports list --page 0", "--page must be a whole number from 1 to 100000."],
    ["reports make 12", "Give one id"],
    ["reports make", "missing required argument"],
    ["credits grant nobody@test.example --sessions 1 --reason x --yes", "Nobody has an account"],
    ["credits grant a@b.example --sessions 0 --reason x --yes", "--sessions must be a whole number"],
    ["credits grant a@b.example --sessions 1 --yes", "--reason <text>' not specified"],
    ["credits grant a@b.example --sessions 1 --reason --yes", "--yes' not specified"],
  ])("%s is refused with a sentence", async (line, sentence) => {
    await expect(Promise.resolve().then(() => run(...line.split(" ")))).rejects.toThrow(sentence);
  });

  it("does nothing that costs without --yes", () => {
    expect(() => parseCommand(["users", "reset-second-factor", "a@b.example"])).toThrow(
      "--yes' not specified",
    );
    expect(parseCommand(["reports", "list", "--yes"])).toMatchObject({ kind: "work" });
  });
});

describe("credits", () => {
  it("are granted with a reason that the person reads", async () => {
    const person = await app.signUp();
    const { email } = person.user;
    const options = ["--sessions", "2", "--reason", "For the outage", "--yes"];
    const granted = await run("credits", "grant", email, ...options);
    expect(granted).toEqual({ msg: `${email} has 2 sessions more, 2 in all.` });
    expect(await getSessionCount(app, person)).toBe(2);
    expect(await audited("credits.granted")).toMatchObject([
      { details: { sessions: 2, reason: "For the outage" } },
    ]);
    const interviewer = await app.signUpInterviewer();
    await expect(
      run("credits", "grant", interviewer.user.email, "--sessions", "1", "--reason", "x", "--yes"),
    ).rejects.toThrow("interviewer");
  });
});
