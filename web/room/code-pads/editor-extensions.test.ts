import { CompletionContext, type CompletionSource } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { languageExtensions } from "./editor-extensions.ts";

it.each([
  ["python", "ret", "return"],
  ["python", "lam", "lambda"],
  ["python", "pri", "print"],
  ["javascript", "Prom", "Promise"],
  ["sql", "sel", "select"],
] as const)("suggests words of %s: %s", async (language, text, word) => {
  const state = EditorState.create({ doc: text, extensions: languageExtensions[language]() });
  const sources = state.languageDataAt<CompletionSource>("autocomplete", text.length);
  const results = await Promise.all(
    sources.map((source) => source(new CompletionContext(state, text.length, false))),
  );
  const labels = results.flatMap((result) => result?.options.map(({ label }) => label.toLowerCase()) ?? []);
  expect(labels).toContain(word.toLowerCase());
});
