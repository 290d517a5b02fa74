import * as plans from "@greenroom/contract/money/plans.ts";
import * as accounts from "@greenroom/contract/people/accounts.ts";
import * as applications from "@greenroom/contract/people/interviewers.ts";
import * as contact from "@greenroom/contract/site/site.ts";
import * as site from "@greenroom/contract/site/site.ts";
import { expect, test } from "vitest";
import { lightEndpoints } from "./light-endpoint.ts";

const contract = { ...accounts, ...applications, ...contact, ...plans, ...site };

test.each(Object.keys(lightEndpoints) as (keyof typeof lightEndpoints)[])(
  "%s matches the contract",
  (name) => {
    const { method, path } = contract[name];
    expect(lightEndpoints[name]).toEqual({ method, path });
  },
);
