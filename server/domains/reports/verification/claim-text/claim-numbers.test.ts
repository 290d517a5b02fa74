import { describe, expect, it } from "vitest";
import { hasOnlyCitedNumbers } from "./claim-numbers.ts";

/* A number in a claim, the text that the claim cites, and whether the number stands in it. */

describe("a number in a claim that its evidence has", () => {
  it.each([
    ["You tried a dozen thresholds.", "we tried 12 thresholds"],
    ["You tried a dozen thresholds.", "we tried twelve thresholds"],
    ["You tried half a dozen models.", "I compared six models"],
    ["You kept half of the rows.", "we keep 50% of the rows"],
    ["You kept half of the rows.", "I would drop half the rows"],
    ["You planned half an hour for it.", "that takes 30 minutes"],
    ["You planned an hour and a half.", "it runs for 90 minutes"],
    ["You planned a quarter of an hour.", "we wait fifteen minutes"],
    ["You ran it twice.", "I ran it two times"],
    ["You ran it twice.", "let me run this twice"],
    ["You made it 5x faster.", "it is five times faster"],
    ["You made it five times faster.", "it is 5x faster now"],
    ["You made it tenfold cheaper.", "that is 10 times cheaper"],
    ["You doubled the batch size.", "I make the batch 2x as large"],
    ["You tripled the sample.", "three times the sample"],
    ["You halved the error.", "the error fell by 50 percent"],
    ["You gave a couple of reasons.", "there are two reasons"],
    ["You named five hundred trees.", "500 trees are enough"],
    ["You named 500 trees.", "five hundred trees are enough"],
    ["You waited for fifteen seconds.", "after 15 seconds it times out"],
    ["You cut it to 200ms.", "p95 is 200 ms now"],
    ["You read 10k rows.", "the table has 10,000 rows"],
    ["You read 10,000 rows.", "the table has 10k rows"],
    ["You keep two thirds for training.", "two thirds train, one third tests"],
    ["You store two million vectors.", "2 million vectors"],
    ["You took the 3rd quantile.", "the 3rd quantile"],
    ["You said it takes five minutes.", "इसमें पाँच मिनट लगते हैं"],
    ["आपने दर्जन मॉडल आज़माए।", "we tried 12 models"],
    ["You named three risks.", "drift, leaks and cost"],
    ["You used the second half of the log.", "I read the end of the log"],
    ["You explained the half-life of a token.", "tokens expire over time"],
    ["You drew a 3d plot with p95 and F1.", "I draw a plot"],
  ])("%s (%s)", (text, cited) => {
    expect(hasOnlyCitedNumbers(text, [cited])).toBe(true);
  });
});

describe("a number in a claim that its evidence does not have", () => {
  const cited = "I would compare some models on the rows of the last week";
  it.each([
    "You tried a dozen thresholds.",
    "You tried dozens of thresholds.",
    "You tried half a dozen models.",
    "You kept half of the rows.",
    "You planned half an hour for it.",
    "You planned an hour and a half.",
    "You ran it twice.",
    "You ran it thrice.",
    "You made it 5x faster.",
    "You made it five times faster.",
    "You made it tenfold cheaper.",
    "You made it twofold cheaper.",
    "You doubled the batch size.",
    "You used double the memory.",
    "You tripled the sample.",
    "You halved the error.",
    "You gave a couple of reasons.",
    "You named hundreds of trees.",
    "You named five hundred trees.",
    "You read thousands of rows.",
    "You waited for fifteen seconds.",
    "You cut it to 200ms.",
    "You read 10k rows.",
    "You store two million vectors.",
    "You took the 3rd quantile.",
    "You keep two thirds for training.",
    "You named three points of it.",
    "आपने दर्जन मॉडल आज़माए।",
    "आपने गति दोगुनी की।",
  ])("%s", (text) => {
    expect(hasOnlyCitedNumbers(text, [cited])).toBe(false);
  });

  it.each([
    ["You ran it twice.", "I ran it three times"],
    ["You tried a dozen thresholds.", "we tried 10 thresholds"],
    ["You made it 5x faster.", "it is 15 times faster"],
    ["You planned half an hour.", "it takes three hours"],
    ["You named five hundred trees.", "five trees of a hundred nodes"],
  ])("because it has another: %s (%s)", (text, other) => {
    expect(hasOnlyCitedNumbers(text, [other])).toBe(false);
  });
});
