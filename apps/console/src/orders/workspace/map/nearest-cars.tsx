import { estimateOrder } from '@dispecerat/contract/orders/estimates'
import { Skeleton } from '@mantine/core'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import { fleetMapMessages as messages } from '../../../text/fleet-map-messages.ts'
import { distance } from '../../../text/format.ts'
import type { FoundAddress } from './find-address.tsx'

const REFETCH_INTERVAL_MS = 15_000
const MAX = 5

/** The cars that would be first at the found address. */
export function NearestCars({ at, onPick }: { at: FoundAddress; onPick: (driverId: number) => void }) {
  const { lat, long } = at
  const { data, isError } = useEndpointQuery(
    estimateOrder,
    { body: { places: [{ lat, long }] } },
    { refetchInterval: REFETCH_INTERVAL_MS },
  )
  const nearest = data?.data.nearest.slice(0, MAX)
  return (
    <aside className="panel nearest-cars" aria-label={messages.nearest}>
      <h2 className="panel-title">{messages.nearest}</h2>
      <p className="small dim">{at.name}</p>
      {isError && !nearest ? <p className="dim">{messages.nearestFailed}</p> : null}
      {!nearest && !isError ? <Skeleton height={60} /> : null}
      {nearest?.length === 0 ? <p className="dim">{messages.noneFree}</p> : null}
      <ul>
        {nearest?.map(({ driver_id, indicativ, metres, seconds }) => (
          <li key={driver_id}>
            <button type="button" className="nearest-car" onClick={() => onPick(driver_id)}>
              <b className="digits">{indicativ}</b>
              <span className="digits">
                {messages.way(distance(metres), Math.max(1, Math.round(seconds / 60)), data?.data.is_guess ?? true)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data?.data.is_guess ? <p className="small dim">{messages.estimated}</p> : null}
    </aside>
  )
}
