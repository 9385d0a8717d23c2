import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { readOrderHistory } from '@dispecerat/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'

const messages = savedOrderMessages.edit

/** The last user who changed a field of the order, from its history; a general text until that has loaded. */
export function useWhoChanged({ id, version }: OrderView, field: string): string {
  const me = useUser()
  const { data } = useQuery({
    queryKey: endpointKey(readOrderHistory, { params: { id } }, version),
    queryFn: ({ signal }) => request(readOrderHistory, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const last = data?.data.findLast(({ type, data: { fields } }) => {
    return type === 'edited' && Array.isArray(fields) && fields.includes(field)
  })
  if (last?.initiator.id === me.id) return messages.myOtherWindow
  return last?.initiator.name ?? messages.somebody
}
