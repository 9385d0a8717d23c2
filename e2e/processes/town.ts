import { createSearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import { deletePriorityWindow, listPriorityWindows } from '@dispecerat/contract/fleet/priority-windows'
import { createOrder } from '@dispecerat/contract/orders/orders'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { type ApiClient, ApiProblem, createApiClient } from '../api/api-client.ts'

/** Corners of the town, further apart than any search below reaches. */
export const CORNERS: readonly Point[] = [
  { lat: 45.6423, long: 25.5892 },
  { lat: 45.6608, long: 25.6135 },
  { lat: 45.6741, long: 25.57 },
  { lat: 45.6302, long: 25.632 },
]
/** A place without drivers. */
export const LONELY_PLACE: Point = { lat: 45.75, long: 25.45 }
const REACH_METRES = 900

/**
 * Sets rules for the taxi company at every hour of the week: drivers within reach, in so many rounds, without priority for
 * drivers who come on duty. Uses the API, so that every node of a running server receives the change.
 */
export async function searchInRounds(
  url: string,
  rounds: number,
  seconds: number,
  notification: 'all' | 'by_rotation' | 'pending_pinned' = 'all',
  reachMetres = REACH_METRES,
): Promise<void> {
  const step = {
    search_type: 'by_radius',
    search_time: seconds,
    search_limit: reachMetres,
    search_order_by: 'by_distance',
    notification_method: notification,
    exclude_previous: false,
    show_for_busy_drivers: false,
    ban_conditions: { active: false, type: 'ban', drivers: { from: 1, to: 1 }, count: 5, reset_interval: 60 },
  } as const
  const definitions = { items: Array.from({ length: rounds }, () => step) }
  const manager = await createApiClient(url, 'manager@demo.ro')
  await manager.request(createSearchInterval, { body: { type: 'weekdays', position: 1, definitions } })
  const { data: windows } = await manager.request(listPriorityWindows)
  for (const { id } of windows) await manager.request(deletePriorityWindow, { params: { id } })
}

let callers = 0
/** A number that has not called before; the demo's clients all begin with 0700. */
export function freshPhone(): string {
  callers += 1
  return `0799${String((process.pid % 1000) * 1000 + callers).padStart(6, '0')}`
}

export function orderAt({ lat, long }: Point, clientPhone = freshPhone()) {
  return { client_phone: clientPhone, places: [{ name: 'La colț', lat, long }], send_to_other_company: false }
}

/** Places an order and resolves with its id. */
export async function place(apiClient: ApiClient, at: Point, once?: string): Promise<number> {
  return (await apiClient.request(createOrder, { body: orderAt(at) }, once)).data.id
}

/** Result of a request: 'yes', the code of its error, or the status of an error without a code. */
export async function outcomeOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'yes'
  } catch (error) {
    const { code, status } =
      error instanceof ApiProblem
        ? { code: error.body.code, status: error.status }
        : (error as { code?: unknown; status?: unknown })
    if (status === undefined) throw error
    return String(code ?? status)
  }
}
