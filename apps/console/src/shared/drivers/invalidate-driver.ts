import { listBans } from '@dispecerat/contract/fleet/bans'
import { readPerson } from '@dispecerat/contract/office/people'
import { listSessionsOfPerson } from '@dispecerat/contract/office/person-sessions'
import { readDriver } from '@dispecerat/contract/orders/company-dispatch'
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'

/** Invalidates what is shown of one driver: the card, the bans, the person's page and sessions. */
export function invalidateDriver(cache: QueryClient, id: number): Promise<unknown> {
  const input = { params: { id } }
  return invalidate(cache, [readDriver, input], [listBans, input], [readPerson, input], [listSessionsOfPerson, input])
}
