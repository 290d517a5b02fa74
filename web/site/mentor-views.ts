import type { MentorView } from "@greenroom/contract/site/mentor-views.ts";
import { formatPrice, viewPlaceholder } from "@greenroom/contract/site/page-text.ts";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { errorMessage } from "../api/client.ts";
import { injectedPageData, isPrerendering, pageData } from "../app/page-data.ts";
import { publicPageMeta } from "../app/page-meta.ts";
import { useTimeZone } from "../session/session.tsx";

/* A mentors' page is rendered by the server, and its data stands in the document, so that the first render in the browser
   is the same (docs/decisions/0111-server-rendered-mentors.md). */

const injectedView = injectedPageData?.view ?? null;
const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
/** The address for which the server has rendered this document. */
const documentAddress = import.meta.env.SSR ? null : addressOf(window.location);

/** The server's view of the shown page; null with the development server, and for a page that was opened by a link. */
export function useInjectedView<Kind extends MentorView["kind"]>(
  kind: Kind,
): Extract<MentorView, { kind: Kind }> | null {
  const isOfDocument = addressOf(useLocation()) === documentAddress;
  return isOfDocument && injectedView?.kind === kind
    ? (injectedView as Extract<MentorView, { kind: Kind }>)
    : null;
}

interface Loaded<Data> {
  data: Data | null;
  problem: string | null;
}

/**
 * What a page has loaded for the key, or why it could not; nothing is loaded for null. The mentors' pages come without the
 * dashboards' query cache.
 */
export function useLoaded<Data>(key: string | null, load: () => Promise<Data>, failed: string): Loaded<Data> {
  const [last, setLast] = useState<(Loaded<Data> & { key: string }) | null>(null);
  const onLoad = useEffectEvent(load);
  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    const show = (loaded: Loaded<Data>) => isCurrent && setLast({ ...loaded, key });
    onLoad().then(
      (data) => show({ data, problem: null }),
      (error: unknown) => {
        const network = "⚠️ Network error. Please check your connection.";
        show({ data: null, problem: errorMessage(error, { failed, network }) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, failed]);
  return last !== null && last.key === key ? last : { data: null, problem: null };
}

/** Of one interview: the server's, so that the first render is the same. */
export function viewPrice(view: MentorView | null): string {
  return (
    view?.price ?? formatPrice(pageData.plans.find(({ planType }) => planType === "Basic")?.newPrice ?? 0)
  );
}

const subscribeToNothing = () => () => {};

/** The visitor's zone, and the server's until the page is hydrated. */
export function useViewTimeZone(view: MentorView | null): string {
  const own = useTimeZone();
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isHydrated || view === null ? own : view.timeZone;
}

/** Title, description and structured data, which the server fills in. */
export function viewMeta(whileLoading: { path: string; title: string; description: string }) {
  if (!isPrerendering) {
    const { title, description, path, graph } = injectedView ?? { ...whileLoading, graph: [] };
    return publicPageMeta({ path, title, description, linkedData: [{ "@graph": graph }] });
  }
  return publicPageMeta({
    path: viewPlaceholder("path"),
    title: viewPlaceholder("title"),
    description: viewPlaceholder("description"),
    linkedData: [{ "@graph": viewPlaceholder("graph") }],
  });
}
