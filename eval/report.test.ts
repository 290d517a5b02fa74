import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../server/kernel/config/config.ts";
import { modelModes } from "../server/testing/providers/model/model-answers.ts";
import { type ModelServer, startModelServer } from "../server/testing/providers/model/model-server.ts";
import { openModel } from "../server/vendors/ai/open-model.ts";
import type { TextModel } from "../server/vendors/ai/port.ts";
import { byMeasuring, byModel, cases, judgeAll, judgeOrders, measureDrift } from "./judge-all.ts";
import { orders } from "./records/ordered.ts";

let modelServer: ModelServer;
let model: TextModel;
beforeAll(async () => {
  modelServer = await startModelServer();
  const { ai } = readConfig(modelServer.settings("openai"));
  if (ai === null) throw new Error("no model is set");
  model = openModel(ai);
});
afterAll(() => modelServer.close());

const missed = (bars: readonly { isMet: boolean | null; name: string; value: string }[]) =>
  bars.filter(({ isMet }) => isMet === false);

describe("the evaluation of reports", () => {
  it("has at least 24 records, eight of them planted", () => {
    expect(cases.length).toBeGreaterThanOrEqual(24);
    expect(cases.filter(({ twin }) => twin !== undefined)).toHaveLength(8);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it("meets every bar without a model", async () => {
    expect(missed(await judgeAll(byMeasuring))).toEqual([]);
  });

  it.each(modelModes)("meets every bar with a model that is %s", async (mode) => {
    modelServer.mode = mode;
    expect(missed(await judgeAll(byModel(model)))).toEqual([]);
  });

  it.each(["obey", "obey-too"] as const)(
    "shows that a model with the mode %s cannot be used by any order",
    async (mode) => {
      Object.assign(modelServer, { mode, orders });
      expect(missed(await judgeOrders(byModel(model), mode === "obey-too"))).toEqual([]);
      modelServer.orders = [];
    },
  );

  it("sees little drift in harmless records", async () => {
    modelServer.mode = "honest";
    expect(missed([await measureDrift(model)])).toEqual([]);
  });
});
