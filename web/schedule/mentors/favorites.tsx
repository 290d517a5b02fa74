import {
  type QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { useMemo } from "react";
import { call, errorMessage, networkMessages } from "../../api/client.ts";
import { createQueryClient, queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { StatusMessage } from "../../ui/status.tsx";

const messages = {
  failed: "This could not be changed. Please try again.",
  network: networkMessages.checkConnection,
};

/** The ids and slugs of the user's favorite mentors; none until they are loaded. */
export function useFavorites(): ReadonlySet<string> {
  const { data } = useQuery({ ...queryOptionsFor("GET /api/user/favorites"), staleTime: 60_000 });
  return useMemo(() => new Set(data?.mentors.flatMap(({ _id, slug }) => [_id, slug ?? _id])), [data]);
}

interface FavoriteButtonProps {
  /** By id, or by the slug of their page. */
  mentor: string;
  firstName: string;
  /** On a phone the heart alone, as high as a line. */
  isCompact?: boolean;
}

/** Makes a mentor a favorite, or not. */
export function FavoriteButton({ mentor, firstName, isCompact = false }: FavoriteButtonProps) {
  const isFavorite = useFavorites().has(mentor);
  const client = useQueryClient();
  const toggle = useMutation({
    mutationFn: () => call("PUT /api/user/favorites", { body: { mentor, isFavorite: !isFavorite } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor("GET /api/user/favorites") }),
  });
  return (
    <span>
      <Button
        size="sm"
        variant="ghost"
        className={isCompact ? "max-xl:-my-2 max-xl:!px-2.5" : undefined}
        aria-pressed={isFavorite}
        aria-label={`Favorite: ${firstName}`}
        pending={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        <Heart aria-hidden="true" className={isFavorite ? "size-4 fill-accent text-accent" : "size-4"} />
        <span className={isCompact ? "max-xl:hidden" : undefined}>Favorite</span>
      </Button>
      <StatusMessage message={toggle.error && errorMessage(toggle.error, messages)} tone="bad" />
    </span>
  );
}

/** What the hearts of a public page have loaded, which must not show somebody else those of this person. */
let cache: { userId: string; client: QueryClient } | null = null;

/** The same on a public page, which loads it only for an interviewee. */
export default function FavoriteOnPage({ userId, ...props }: FavoriteButtonProps & { userId: string }) {
  if (cache?.userId !== userId) cache = { userId, client: createQueryClient() };
  return (
    <QueryClientProvider client={cache.client}>
      <FavoriteButton {...props} />
    </QueryClientProvider>
  );
}
