/** At most `points` attempts of one key in `seconds`, counted under `name`. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
}

/** Counts the attempts of one rule for all servers. */
export interface LimitCounter {
  /** Counts one attempt. Returns 0 if it fits into the limit, else the milliseconds until one fits again. */
  consume(key: string): Promise<number>;
  /** Deletes the attempts of a key. */
  reset(key: string): Promise<void>;
}

export type OpenLimitCounter = (rule: LimitRule) => LimitCounter;
