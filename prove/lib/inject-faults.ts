import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultProxy } from "../../server/testing/providers/fault-proxy.ts";
import type { LocalRazorpay, RazorpayFault } from "../../server/testing/providers/razorpay.ts";
import { call, type Random } from "./people-and-load.ts";
import type { TestBed, TestBedServer } from "./test-bed.ts";

/* Causes faults, one after the other. Each function resolves when the product answers again. */

const giveUpMilliseconds = 60_000;
const razorpayFaults: RazorpayFault[] = [500, 503, 429, "cut", "lost-answer", "malformed", "hang", "stall"];

export interface FaultInjector {
  testBed: TestBed;
  random: Random;
  razorpay: LocalRazorpay;
  smtp: FaultProxy;
  /** Any user's token, for a call that needs the database. */
  token: string;
}

/** Milliseconds until any server answers a signed-in person with 200. */
export async function timeToAnswer({
  testBed,
  token,
}: Pick<FaultInjector, "testBed" | "token">): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < giveUpMilliseconds) {
    const answers = testBed.servers.map(({ url }) =>
      call(url, "GET", "/api/user/credits", { token, timeoutMilliseconds: 5_000 }).then(({ status }) => {
        if (status !== 200) throw new Error(`${status}`);
      }),
    );
    const isUp = await Promise.any(answers).then(
      () => true,
      () => false, // No server answers yet.
    );
    if (isUp) return performance.now() - startedAt;
    await sleep(20);
  }
  return giveUpMilliseconds;
}

/** `kill -9` of one server; a moment later it is started again. */
export async function killServer(
  chaos: Pick<FaultInjector, "testBed" | "token" | "random">,
  index: number = chaos.random.below(chaos.testBed.servers.length),
): Promise<number> {
  const { child } = chaos.testBed.servers[index] as TestBedServer;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  const milliseconds = await timeToAnswer(chaos);
  await chaos.testBed.restart(index);
  return milliseconds;
}

/** Stops PostgreSQL as a power failure would, while servers and clients use it. */
export async function crashDatabase(chaos: Pick<FaultInjector, "testBed" | "token">): Promise<number> {
  await chaos.testBed.crashPostgres();
  // The postmaster needs a moment to notice; an answer before that would prove nothing.
  await sleep(300);
  return 300 + (await timeToAnswer(chaos));
}

/** The payment provider fails for the next calls, the mail server for a while. */
export async function failProviders({ random, razorpay, smtp }: FaultInjector): Promise<void> {
  razorpay.fail(...Array.from({ length: 1 + random.below(3) }, () => random.pick(razorpayFaults) ?? 500));
  await smtp.fail(random.pick(["refused", "hang", "malformed", 429, 500] as const) ?? 500);
  await sleep(500 + random.below(1500));
  await smtp.fail(null);
}

/** Uses up the faults that are left. Once there are none, a call without a key gets 401. */
export async function endFaults({ url }: LocalRazorpay): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const signal = AbortSignal.timeout(300);
    const status = await fetch(`${url}/v1/orders`, { signal, redirect: "manual" }).then(
      (answer) => answer.status,
      () => 0, // A fault that cuts the connection or sends no answer.
    );
    if (status === 401) return;
  }
  throw new Error("the local Razorpay goes on failing");
}
