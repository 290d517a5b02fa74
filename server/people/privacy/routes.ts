import {
  deleteAccount as deleteAccountEndpoint,
  downloadOwnData,
  getDeletionTerms as getDeletionTermsEndpoint,
  startDeletion as startDeletionEndpoint,
} from "@greenroom/contract/people/privacy.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { identifyRequester } from "../accounts/requester.ts";
import { deleteAccount, getDeletionTerms, startDeletion } from "./delete-account.ts";
import { downloadData } from "./download-data.ts";

export function registerPrivacyRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, downloadOwnData, async ({ actor, reply }) => {
    const content = await downloadData(deps, actor, readerSignal(reply));
    return sendBytes(reply, { content, contentType: "application/zip", fileName: "my-data.zip" });
  });
  bind(app, deps, getDeletionTermsEndpoint, ({ actor }) => getDeletionTerms(deps, actor));
  bind(app, deps, startDeletionEndpoint, ({ actor, request, reply }) =>
    startDeletion(deps, actor, identifyRequester(deps, request, reply)),
  );
  bind(app, deps, deleteAccountEndpoint, ({ actor, body, request, reply }) =>
    deleteAccount(deps, actor, {
      otp: body.otp,
      readConsequences: body.readConsequences,
      requester: identifyRequester(deps, request, reply),
    }),
  );
}
