import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { LimitCounter } from "./port.ts";

/** One of the library's limiters as our port. It rejects with a result for a refusal, and with an error otherwise. */
export function toCounter(limiter: RateLimiterAbstract): LimitCounter {
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
        throw refusal;
      }
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}
