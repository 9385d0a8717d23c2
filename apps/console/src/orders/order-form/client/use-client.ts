/* Not in use-order-form.ts: the look-up of the client is a step of its own. */
import { type ClientView, lookUpClient } from '@dispecerat/contract/orders/clients'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { useLive } from '../../../realtime/use-live.ts'

const REST_MS = 350
const WHOLE_ROMANIAN = /^\+40\d{9}$/

interface KnownClient {
  client: ClientView | null
  isLoading: boolean
}

/**
 * Loads the client of the typed phone. A Romanian number is requested with its last digit, any other one after a
 * pause in typing. The reply for an unknown phone has neither id nor addresses.
 */
export function useClient(typed: string): KnownClient {
  const phone = normalizePhone(typed)
  const [rested] = useDebouncedValue(phone, REST_MS)
  const isOfOtherCompany = !phone.startsWith('+40') && isPhone(phone) && rested === phone
  const isReady = WHOLE_ROMANIAN.test(phone) || isOfOtherCompany
  const { data, isFetching } = useEndpointQuery(
    lookUpClient,
    { body: { phone } },
    { enabled: isReady, staleTime: 10_000 },
  )
  const cache = useQueryClient()
  const again = () => void invalidate(cache, [lookUpClient, { body: { phone } }])
  useLive('blocked_phones_changed', again)
  useLive('live_orders_updated', ({ order_id }) => {
    if (order_id === data?.data.open_order?.id) again()
  })
  return { client: isReady ? (data?.data ?? null) : null, isLoading: isReady && isFetching && !data }
}
