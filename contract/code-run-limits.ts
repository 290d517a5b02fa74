/* Apart from the schemas: the programs that run code carry no more than they need. */

/** Longest running time, in milliseconds. Loading the language does not count. */
export const runMilliseconds = 10_000;
/** Longest output that is shown, kept and passed on; what is longer is cut, and says so in its last line. */
export const runOutputCharacters = 20_000;
/** What a run's code and values may take up, in bytes. Past it the run ends, and the page does not notice. */
export const pythonMemoryBytes = 512 * 2 ** 20;
export const javascriptMemoryBytes = 64 * 2 ** 20;

/** The page without an origin in which code runs. */
export const codeSandboxPath = "/code-sandbox";
