import { describe, expect, it } from "vitest";
import { splitChatText } from "./chat-parts.ts";

const linksOf = (text: string) =>
  splitChatText(text).flatMap(({ text: words, href }) => (href === null ? [] : [words]));

describe("a chat message", () => {
  it.each([
    ["see https://arxiv.org/abs/1706.03762.", ["https://arxiv.org/abs/1706.03762"]],
    [
      "HTTPS://Example.org and http://localhost:3000/x?a=b#c",
      ["HTTPS://Example.org", "http://localhost:3000/x?a=b#c"],
    ],
    ["(https://en.wikipedia.org/wiki/Recall_(memory))", ["https://en.wikipedia.org/wiki/Recall_(memory)"]],
    ["is it “https://example.org/a”?", ["https://example.org/a"]],
    ["[https://example.org/a], yes?!", ["https://example.org/a"]],
    ["<https://example.org/a>", ["https://example.org/a"]],
    ["https://example.org/रिज़्यूमे", ["https://example.org/रिज़्यूमे"]],
    ["https://example.org/a))).", ["https://example.org/a"]],
    ["nothing here", []],
    ["https://", []],
    ["javascript:alert(1) data:text/html,x file:///etc/passwd www.example.org", []],
    ["xhttps://example.org", []],
    ["https://bank.example@evil.example/", []],
    ["https://example.org/\u202Egpj.exe", ["https://example.org/"]],
  ])("%s", (text, links) => {
    expect(linksOf(text)).toEqual(links);
    expect(
      splitChatText(text)
        .map(({ text: words }) => words)
        .join(""),
    ).toBe(text);
  });
});
