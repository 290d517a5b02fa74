declare module "*?program" {
  const text: string;
  export default text;
}
declare module "*?bytes" {
  const bytes: number;
  export default bytes;
}
declare module "pyodide/pyodide.asm.mjs" {
  import type { PyodideConfig } from "pyodide";

  const createPyodideModule: NonNullable<PyodideConfig["createPyodideModule"]>;
  export default createPyodideModule;
}
