import { afterAll, afterEach, describe, expect, it } from "vitest";
import { closedPort } from "../../testing/processes.ts";
import { eicar, startLocalClamd } from "../../testing/providers/clamd.ts";
import { clamdScanner } from "./clamd.ts";

const localClamd = await startLocalClamd({ sizeLimit: 3_000_000 });
afterEach(() => localClamd.failAlways(null));
afterAll(() => localClamd.close());

const at = (port: number) => clamdScanner({ host: "127.0.0.1", port });
const scanner = at(localClamd.port);

describe("a file", () => {
  it("is clean, or infected with the name of the virus, wherever the chunks are split", async () => {
    expect(await scanner.scan([Buffer.from("%PDF-1.7 harmless")])).toEqual({ kind: "clean" });
    expect(await scanner.scan([])).toEqual({ kind: "clean" });
    const halves = [Buffer.from(eicar.slice(0, 20)), Buffer.alloc(0), Buffer.from(eicar.slice(20))];
    expect(await scanner.scan(halves)).toEqual({ kind: "infected", name: "Eicar-Signature" });
  });

  it("is scanned completely, even a large one", async () => {
    expect(await scanner.scan([Buffer.alloc(2_000_000, 1), Buffer.alloc(900_000, 2)])).toEqual({
      kind: "clean",
    });
    expect(localClamd.scanned.at(-1)).toBe(2_900_000);
  });

  it("larger than the scanner's limit counts as not scanned", async () => {
    await expect(scanner.scan([Buffer.alloc(3_000_001)])).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("a scanner that fails is `unavailable`, and never reports a file as clean", () => {
  it.each(["cut", "hang", "malformed"] as const)("%s", async (fault) => {
    localClamd.failAlways(fault);
    await expect(scanner.scan([Buffer.from(eicar)])).rejects.toMatchObject({ code: "unavailable" });
    await expect(scanner.check()).rejects.toMatchObject({ code: "unavailable" });
  });

  it("can be unreachable, and work again later", async () => {
    await expect(at(await closedPort()).scan([Buffer.from(eicar)])).rejects.toMatchObject({
      code: "unavailable",
    });
    await scanner.check();
  });
});
