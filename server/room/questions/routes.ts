import * as own from "@greenroom/contract/room/own-questions.ts";
import * as room from "@greenroom/contract/room/room-questions.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { endQuestion } from "./end-question.ts";
import { addFavorite, removeFavorite } from "./favorites.ts";
import { listAsked } from "./list-asked.ts";
import {
  createOwnQuestion,
  deleteOwnQuestion,
  getOwnQuestion,
  listOwnQuestions,
  updateOwnQuestion,
} from "./own-questions.ts";
import { readQuestion } from "./read-question.ts";
import { saveMarks } from "./save-marks.ts";
import { searchQuestions } from "./search-questions.ts";
import { showHint } from "./show-hint.ts";
import { showQuestion } from "./show-question.ts";

export function registerRoomQuestionRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, room.searchRoomQuestions, ({ actor, params, query }) =>
    searchQuestions(deps, actor, { ...query, bookingId: params.id }),
  );
  bind(app, deps, room.readRoomQuestion, ({ actor, params }) =>
    readQuestion(deps, actor, { bookingId: params.id, questionId: params.questionId }),
  );
  bind(app, deps, room.listAskedQuestions, async ({ actor, params }) => ({
    questions: await listAsked(deps, actor, params.id),
  }));
  bind(app, deps, room.showQuestion, ({ actor, params, body }) =>
    showQuestion(deps, actor, { ...body, bookingId: params.id }),
  );
  bind(app, deps, room.showHint, ({ actor, params, body }) =>
    showHint(deps, actor, { ...body, bookingId: params.id, askedId: params.askedId }),
  );
  bind(app, deps, room.endQuestion, ({ actor, params }) =>
    endQuestion(deps, actor, { bookingId: params.id, askedId: params.askedId }),
  );
  bind(app, deps, room.saveQuestionMarks, ({ actor, params, body }) =>
    saveMarks(deps, actor, { ...body, bookingId: params.id, askedId: params.askedId }),
  );

  bind(app, deps, own.listOwnQuestions, async ({ actor }) => ({
    questions: await listOwnQuestions(deps, actor),
  }));
  bind(app, deps, own.getOwnQuestion, ({ actor, params }) => getOwnQuestion(deps, actor, params.id));
  bind(app, deps, own.createOwnQuestion, ({ actor, body }) => createOwnQuestion(deps, actor, body));
  bind(app, deps, own.updateOwnQuestion, ({ actor, params, body }) =>
    updateOwnQuestion(deps, actor, { ...body, id: params.id }),
  );
  bind(app, deps, own.deleteOwnQuestion, async ({ actor, params }) => {
    await deleteOwnQuestion(deps, actor, params.id);
    return undefined;
  });
  bind(app, deps, own.addFavorite, async ({ actor, params }) => {
    await addFavorite(deps, actor, params.questionId);
    return undefined;
  });
  bind(app, deps, own.removeFavorite, async ({ actor, params }) => {
    await removeFavorite(deps, actor, params.questionId);
    return undefined;
  });
}
