import type { ZoneSupply } from '@dispecerat/contract/orders/supply'
import { Skeleton } from '@mantine/core'
import { useId, useState } from 'react'
import { useZonesOfCompanies } from '../../../shared/zones/use-zones-of-companies.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { useZoneSupply } from './use-zone-supply.ts'
import { DriversOfZone } from './zone-drivers.tsx'
import { named, soonInOrder, type ZoneOrder } from './zone-order.ts'
import { zoneStatisticsMessages as messages } from './zone-statistics-messages.ts'

const NO_SUPPLY: ZoneSupply[] = []
const COLUMNS = ['free', 'soon', 'waiting', 'usual', 'missing'] as const

/** The forecast of the zones for ten minutes ahead: free drivers, waiting orders, the usual demand, the shortage. */
export function ZonesSoon({ sought, order }: { sought: string; order: ZoneOrder }) {
  const supply = useZoneSupply()
  const labelled = useZonesOfCompanies(supply.data?.data ?? NO_SUPPLY)
  if (supply.isError && !supply.data) return <LoadFailed onRetry={() => void supply.refetch()} />
  if (!supply.data) return <Skeleton height={200} m={8} />
  const all = supply.data.data
  const zones = soonInOrder(named(labelled, sought), order)
  return (
    <div className="zone-statistics-list">
      <div className="zone-soon-columns dim" aria-hidden>
        {COLUMNS.map((column) => (
          <span key={column}>{messages[column]}</span>
        ))}
      </div>
      {all.length === 0 ? <p className="dim zone-statistics-empty">{messages.noZones}</p> : null}
      {all.length > 0 && zones.length === 0 ? <p className="dim zone-statistics-empty">{messages.noMatch}</p> : null}
      <ul aria-label={messages.title}>
        {zones.map((zone) => (
          <ZoneSoon key={zone.polygonId} zone={zone} />
        ))}
      </ul>
      <p className="dim zone-soon-hint">{messages.soonHint}</p>
    </div>
  )
}

function ZoneSoon({ zone }: { zone: ZoneSupply }) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const figures = {
    free: zone.free_now,
    soon: zone.free_soon,
    waiting: zone.waiting,
    usual: messages.usualShown(zone.usual_orders),
    missing: zone.shortage,
  }
  return (
    <li className="zone-item zone-item-soon">
      <button
        type="button"
        data-step
        className="zone-line zone-soon"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="zone-name">{zone.name}</span>
        {COLUMNS.map((column) => (
          <span
            key={column}
            className={column === 'missing' && zone.shortage > 0 ? 'zone-count zone-short' : 'zone-count'}
          >
            <b className="digits">{figures[column]}</b> <span className="visually-hidden">{messages[column]}</span>
          </span>
        ))}
      </button>
      {isOpen ? <DriversOfZone id={zone.polygonId} listId={listId} name={zone.name} /> : null}
    </li>
  )
}
