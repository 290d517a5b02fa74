/* Separate from the schemas, so that the programs that run code load no more than they need. */

/** The longest running time, in milliseconds. Loading the language does not count. */
export const maxRunMilliseconds = 10_000;
/**
 * The longest output that is shown, stored and sent. Longer output is truncated, and its last line says so.
 */
export const runOutputCharacters = 20_000;
/**
 * The most memory for a run's code and values, in bytes. The run ends at this limit, without harm to the
 * page.
 */
export const maxPythonMemoryBytes = 512 * 2 ** 20;
export const maxJavascriptMemoryBytes = 64 * 2 ** 20;
export const maxSqlMemoryBytes = 512 * 2 ** 20;
/** The most rows of one result that a run of SQL shows. */
export const maxSqlRows = 200;

/** The most figures of one run that are shown, stored and sent. */
export const maxRunFigures = 3;
/** The largest figure: its PNG file in bytes, so that three of them fit into one message, and its side in pixels. */
export const maxFigureBytes = 12_000;
export const maxFigurePixels = 2_000;
/** The longest text that describes a figure. */
export const maxFigureAltCharacters = 200;

/** The binary interface of our Python (Pyodide). Packages that were compiled for another one cannot be loaded. */
export const pythonAbiVersion = "2026_0";

/** The page without an origin in which code runs. */
export const codeSandboxPath = "/code-sandbox";
