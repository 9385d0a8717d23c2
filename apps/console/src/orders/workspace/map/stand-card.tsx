import type { Stand } from '@dispecerat/contract/fleet/stands'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../api/session.ts'
import { StandQueue } from '../../../shared/zones/stand-queue.tsx'
import { zoneMessages as messages } from '../../../shared/zones/zone-messages.ts'

/** The drivers waiting at the clicked stand. */
export function StandCard({ stand, onClose }: { stand: Stand; onClose: () => void }) {
  const { permissions } = useUser()
  return (
    <aside className="panel stand-card" aria-label={messages.queueOf(stand.name)}>
      <div className="side-head">
        <h2 className="panel-title">{stand.name}</h2>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={messages.closeQueue} onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      <p className="small dim">{messages.waiting(stand.queue_length)}</p>
      <StandQueue standId={stand.id} isActive={stand.is_active} />
      {permissions.includes('zones.edit') ? (
        <Link className="small" to="/settings/polygons" search={{ stand: stand.id }}>
          {messages.edit}
        </Link>
      ) : null}
    </aside>
  )
}

/** The active stands as buttons, as an alternative to the map. */
export function StandChips({
  stands,
  shown,
  onShow,
}: {
  stands: readonly Stand[]
  shown: number | null
  onShow: (standId: number) => void
}) {
  const inUse = stands.filter((stand) => stand.is_active)
  if (inUse.length === 0) return null
  return (
    <ul className="stand-chips" aria-label={messages.standList}>
      {inUse.map((stand) => (
        <li key={stand.id}>
          <button
            type="button"
            className="legend-chip stand-chip"
            aria-expanded={stand.id === shown}
            onClick={() => onShow(stand.id)}
          >
            {stand.name} <b className="digits">{stand.queue_length}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}
