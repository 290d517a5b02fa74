import { pageMeta } from "../../app/page-meta.ts";

/** The document's title for a page of the desk, which tells tabs and entries of the browser's history apart. */
export const deskMeta = (title: string) => pageMeta(`${title} · Operator's desk`);
