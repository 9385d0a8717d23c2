import { type ClientView, lookUpClient } from '@dispecerat/contract/company-desk'
import { isPhone, normalizePhone } from '@dispecerat/domain/phone'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const REST_MS = 350
const WHOLE_ROMANIAN = /^\+40\d{9}$/

interface KnownClient {
  client: ClientView | null
  isLooking: boolean
}

/**
 * What the companies know of the phone being typed: a Romanian number is asked for with its last digit, a foreign one
 * when typing rests. A phone nobody has heard of answers without id and addresses.
 */
export function useClient(typed: string): KnownClient {
  const phone = normalizePhone(typed)
  const [rested] = useDebouncedValue(phone, REST_MS)
  const isForeign = !phone.startsWith('+40') && isPhone(phone) && rested === phone
  const isReady = WHOLE_ROMANIAN.test(phone) || isForeign
  const { data, isFetching } = useQuery({
    queryKey: ['client', phone],
    queryFn: ({ signal }) => call(lookUpClient, { body: { phone } }, { signal }),
    enabled: isReady,
    staleTime: 10_000,
  })
  return { client: isReady ? (data?.data ?? null) : null, isLooking: isReady && isFetching && !data }
}
