import * as contract from "@greenroom/contract/desk/site-texts.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { editText, listVersions, readTextsNow } from "../../site/texts.ts";

/** Texts of the site that operators edit. */
export function registerSiteTextRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listSiteTexts, async () => {
    const texts = await readTextsNow(deps);
    return contract.siteTextKeys.map((key) => ({ key, ...texts[key] }));
  });
  bind(app, deps, contract.listSiteTextVersions, ({ params }) => listVersions(deps, params.key));
  bind(app, deps, contract.editSiteText, ({ actor, params, body }) =>
    editText(deps, actor, { key: params.key, ...body }),
  );
}
