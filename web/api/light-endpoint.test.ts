import * as accounts from "@greenroom/contract/accounts.ts";
import * as contact from "@greenroom/contract/contact.ts";
import * as plans from "@greenroom/contract/plans.ts";
import * as site from "@greenroom/contract/site.ts";
import { expect, test } from "vitest";
import { lightEndpoints } from "./light-endpoint.ts";

const contract = { ...accounts, ...contact, ...plans, ...site };

test.each(Object.keys(lightEndpoints) as (keyof typeof lightEndpoints)[])(
  "%s goes where the contract says",
  (name) => {
    const { method, path } = contract[name];
    expect(lightEndpoints[name]).toEqual({ method, path });
  },
);
