/** The last result of a run of SQL for tests, as JSON in the run's output. */
export interface SqlResult {
  columns: string[];
  rows: (string | null)[][];
  /** The error that ended the run; null if there was none. */
  error: string | null;
}
