import { type Estimate, estimateOrder } from '@dispecerat/contract/orders/estimates'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import type { EstimateBody } from './estimate.ts'

const REST_MS = 300
/** Cars move: the nearest one is refetched this often. */
const REFETCH_INTERVAL_MS = 10_000
/** A slower reply is dropped: the line must never make the dispatcher wait. */
const TIMEOUT_MS = 2500

/** The estimate of the order; the last reply stays while the next one is loading. */
export function useEstimate(body: EstimateBody | null, { isPolling = true } = {}): Estimate | null {
  const [debounced] = useDebouncedValue(JSON.stringify(body), REST_MS)
  const isAllowed = useUser().permissions.includes('orders.place')
  const input = { body: JSON.parse(debounced) }
  const { data } = useQuery({
    queryKey: endpointKey(estimateOrder, input),
    queryFn: ({ signal }) =>
      request(estimateOrder, input, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
    enabled: isAllowed && debounced !== 'null',
    placeholderData: (before) => before,
    refetchInterval: isPolling ? REFETCH_INTERVAL_MS : false,
    gcTime: 60_000,
    retry: false,
  })
  return body === null ? null : (data?.data ?? null)
}
