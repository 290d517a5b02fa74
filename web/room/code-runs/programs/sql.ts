import { PGlite } from "@electric-sql/pglite";
import { maxSqlMemoryBytes } from "@greenroom/contract/room/pad-run-limits.ts";
import { SqlJson, SqlTables } from "../sql-results.ts";
import { limitMemory, serveProgram } from "./serve-program.ts";
import { resetDatabase, SqlRun } from "./sql-run.ts";

serveProgram(async (files, output) => {
  const [wasm, initdb, data] = files as [ArrayBuffer, ArrayBuffer, ArrayBuffer];
  limitMemory(maxSqlMemoryBytes);
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    WebAssembly.compile(wasm),
    WebAssembly.compile(initdb),
  ]);
  const database = await PGlite.create({
    pgliteWasmModule,
    initdbWasmModule,
    fsBundle: new Blob([data]),
  });
  return {
    prepare: async ({ tables }) => {
      await resetDatabase(database, tables);
      return true;
    },
    run: ({ code, isTest }) =>
      new SqlRun(database, isTest ? new SqlJson(output) : new SqlTables(output)).run(code),
  };
});
