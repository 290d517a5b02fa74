import { getOwnQuestion, listOwnQuestions } from "@greenroom/contract/room/own-questions.ts";
import { readRoomQuestion, searchRoomQuestions } from "@greenroom/contract/room/room-questions.ts";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeyFor } from "../../../api/query-client.ts";

/** Returns a function that reloads all lists of questions for an interviewer. */
export function useQuestionsChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listOwnQuestions, getOwnQuestion, readRoomQuestion, searchRoomQuestions].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: queryKeyFor(endpoint) }),
      ),
    );
}
