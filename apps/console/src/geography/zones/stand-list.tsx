import type { Stand } from '@dispecerat/contract/fleet/stands'
import { useStandCompanies } from '../../shared/zones/use-stands.ts'
import { zoneMessages as messages } from '../../shared/zones/zone-messages.ts'

/** Every stand with its queue; Enter opens it. */
export function StandList({ stands, onOpen }: { stands: readonly Stand[]; onOpen: (stand: Stand) => void }) {
  const companies = useStandCompanies()
  const companyOf = (stand: Stand) => companies.find(({ id }) => id === stand.company_id)?.name
  if (stands.length === 0) return <p className="list-empty dim">{messages.noStands}</p>
  return (
    <ul className="zone-list" aria-label={messages.standList}>
      {stands.map((stand) => (
        <li key={stand.id}>
          <button type="button" onClick={() => onOpen(stand)}>
            <b className="zone-name">{stand.name}</b>
            <span className="small dim digits">{messages.radiusUnit(stand.radius_m)}</span>
            {companies.length > 1 ? <span className="small dim zone-wide">{companyOf(stand)}</span> : null}
            <span className="small zone-wide">
              {stand.is_active ? (
                <>
                  {messages.waiting(stand.queue_length)}
                  {stand.capacity === null ? null : (
                    <QueueLength waiting={stand.queue_length} capacity={stand.capacity} />
                  )}
                </>
              ) : (
                <span className="dim">{messages.inactive}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function QueueLength({ waiting, capacity }: { waiting: number; capacity: number }) {
  if (waiting <= capacity) return <span className="dim"> · {messages.queueLength(capacity)}</span>
  return <span className="stand-full"> · {messages.tooMany(waiting, capacity)}</span>
}
