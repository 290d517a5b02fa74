import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import { expect, it } from "vitest";
import { OutputWriter } from "./output-writer.ts";

function writerAt(clock: { now: number }): { sent: string[]; writer: OutputWriter } {
  const sent: string[] = [];
  return {
    sent,
    writer: new OutputWriter(
      (text) => sent.push(text),
      () => clock.now,
    ),
  };
}

it("sends the first output at once and batches the rest", () => {
  const clock = { now: 1000 };
  const { sent, writer } = writerAt(clock);
  for (const text of ["a", "b", "c"]) writer.write(text);
  clock.now += 60;
  writer.write("d");
  writer.write("e");
  writer.flush();
  writer.flush();
  expect(sent).toEqual(["a", "bcd", "e"]);
});

it("sends one character over the limit, so that the page can show the truncation, and starts again after a reset", () => {
  const { sent, writer } = writerAt({ now: 0 });
  for (let line = 0; line < 1000; line++) writer.write("x".repeat(50));
  writer.flush();
  expect(sent.join("")).toHaveLength(runOutputCharacters + 1);
  writer.reset();
  writer.write("next");
  expect(sent.at(-1)).toBe("next");
});
