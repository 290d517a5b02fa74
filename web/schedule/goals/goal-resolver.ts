import { goalSchema } from "@greenroom/contract/schedule/goal-schemas.ts";
import { zodResolver } from "@hookform/resolvers/zod";

/* The schema of a goal, loaded when somebody starts to type. */
export const goalResolver = zodResolver(goalSchema);
