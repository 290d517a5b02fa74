import { checkProviders, type HealthFinding } from "@greenroom/contract/desk/health.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useOperatorCall } from "../access/use-operator-call.ts";

interface ProviderFindings {
  at: string;
  findings: HealthFinding[];
}

const key = ["provider-findings"];

/** Checks every provider. The sidebar shows the findings of the last check in this tab. */
export function useProviderCheck() {
  const client = useQueryClient();
  const operatorCall = useOperatorCall();
  return useMutation({
    mutationFn: () => operatorCall(checkProviders),
    onSuccess: (findings) =>
      client.setQueryData<ProviderFindings>(key, { at: new Date().toISOString(), findings }),
  });
}

/**
 * The findings of the last check; null before the first, because a check calls external providers and runs on
 * request only.
 */
export function useProviderFindings(): ProviderFindings | null {
  const { data } = useQuery<ProviderFindings | null>({
    queryKey: key,
    queryFn: () => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
