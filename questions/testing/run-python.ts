import { loadPyodide } from "pyodide";

/** A Python that runs one test of a question after the code under test. Every run has its own globals. */
export async function startPython() {
  const python = await loadPyodide();
  return {
    /** Null when the test passes, otherwise the last line of the error. */
    run(code: string, test: string): string | null {
      const globals = python.runPython("{'__name__': 'candidate'}");
      try {
        python.runPython(code, { globals });
        python.runPython(test, { globals });
        return null;
      } catch (error) {
        const lines = String(error instanceof Error ? error.message : error).trim();
        return lines.split("\n").at(-1) ?? lines;
      } finally {
        globals.destroy();
      }
    },
  };
}
