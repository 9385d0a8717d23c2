import { showDriver } from '../../../shared/drivers/driver-card-drawer.tsx'
import { duration, millisOf } from '../../../text/format.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { useNow } from '../../../ui/now.ts'
import { useDriversOfZone } from './use-zone-statistics.ts'
import { zoneStatisticsMessages as messages } from './zone-statistics-messages.ts'

/** Free drivers of a zone, the longest idle first; null: in no zone. */
export function DriversOfZone({ id, listId, name }: { id: number | null; listId: string; name: string }) {
  const drivers = useDriversOfZone(id)
  if (drivers.isError && !drivers.data) return <LoadFailed onRetry={() => void drivers.refetch()} />
  return (
    <ol id={listId} className="zone-drivers" aria-label={name}>
      {drivers.data?.length === 0 ? <li className="dim small zone-nobody">{messages.nobodyFree}</li> : null}
      {drivers.data?.map(({ driver_id, indicativ, idle_from }) => (
        <li key={driver_id}>
          <button type="button" data-step className="zone-driver" onClick={() => showDriver(driver_id)}>
            <b className="digits">{indicativ}</b>
            {idle_from === null ? <span className="dim">{messages.notIdleYet}</span> : <Idle since={idle_from} />}
          </button>
        </li>
      ))}
    </ol>
  )
}

function Idle({ since }: { since: string }) {
  const now = useNow((s) => s.now)
  return (
    <span className="digits">
      <span className="visually-hidden">{messages.idle} </span>
      {duration((now - millisOf(since)) / 1000)}
    </span>
  )
}
