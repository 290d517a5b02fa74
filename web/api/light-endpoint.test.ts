import * as accounts from "@greenroom/contract/accounts.ts";
import * as contact from "@greenroom/contract/contact.ts";
import * as applications from "@greenroom/contract/interviewers/applications.ts";
import * as plans from "@greenroom/contract/plans.ts";
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
