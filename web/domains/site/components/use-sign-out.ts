import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { useSession } from "../../accounts/session.tsx";

/** Clears the session and goes to the sign-in page (specification §2). */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return async () => {
    signOut();
    await navigate(paths.signIn);
  };
}
