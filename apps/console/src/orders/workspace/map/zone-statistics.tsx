import { ActionIcon, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useId, useState } from 'react'
import { useZonesOfCompanies } from '../../../shared/zones/use-zones-of-companies.ts'
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { useDriversOfZone, useZoneCounts } from './use-zone-statistics.ts'
import { DriversOfZone } from './zone-drivers.tsx'
import { inOrder, named, ZONE_ORDERS, type ZoneCount, type ZoneOrder } from './zone-order.ts'
import { zoneStatisticsMessages as messages } from './zone-statistics-messages.ts'
import { ZonesSoon } from './zones-soon.tsx'
import './zone-statistics.css'
import './zones-soon.css'

const NO_COUNTS: ZoneCount[] = []
const STORAGE_KEY = { order: 'dispecerat.zone-order', view: 'dispecerat.zone-view' }
const VIEWS = ['now', 'soon'] as const
type View = (typeof VIEWS)[number]
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Free and busy drivers of each zone and the longest waiting ones, beside the order instead of over it. `takesFocus`
 * is false when the panel is open from the start: then the focus stays in the form.
 */
export function ZoneStatistics({ takesFocus = true, onClose }: { takesFocus?: boolean; onClose: () => void }) {
  useFocusReturn()
  const [sought, setSought] = useState('')
  const [order, setOrder] = useStored<ZoneOrder>(STORAGE_KEY.order, ZONE_ORDERS, 'need')
  const [view, setView] = useStored<View>(STORAGE_KEY.view, VIEWS, 'now')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    const step = STEPS[event.key]
    if (step !== undefined) moveFocus(event, step)
  }
  return (
    <aside className="zone-statistics panel" aria-label={messages.title} onKeyDown={onKeyDown}>
      <div className="zone-statistics-head">
        <h2 className="panel-title">{messages.title}</h2>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={messages.close} onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      <div className="zone-statistics-tools">
        <TextInput
          autoFocus={takesFocus}
          data-step
          aria-label={messages.filter}
          placeholder={messages.filter}
          leftSection={<IconSearch size={14} />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          transitionDuration={0}
          aria-label={messages.view}
          value={view}
          onChange={(next) => setView(next)}
          data={VIEWS.map((value) => ({ value, label: messages.views[value] }))}
        />
        <SegmentedControl
          size="xs"
          transitionDuration={0}
          aria-label={messages.sort}
          value={order}
          onChange={(next) => setOrder(next)}
          data={ZONE_ORDERS.map((value) => ({ value, label: value === 'name' ? messages.byName : messages.byNeed }))}
        />
      </div>
      {view === 'soon' ? <ZonesSoon sought={sought} order={order} /> : <Zones sought={sought} order={order} />}
    </aside>
  )
}

/** A choice stored on this device. */
function useStored<Choice extends string>(key: string, choices: readonly Choice[], usual: Choice) {
  const [choice, setChoice] = useState(() => choices.find((one) => one === localStorage.getItem(key)) ?? usual)
  const keep = (next: Choice) => {
    localStorage.setItem(key, next)
    setChoice(next)
  }
  return [choice, keep] as const
}

/** Up and down move between the rows and the filter above them. */
function moveFocus(event: KeyboardEvent<HTMLElement>, step: number) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-step]')]
  const at = rows.indexOf(event.target as HTMLElement)
  const next = at < 0 ? undefined : rows[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Zones({ sought, order }: { sought: string; order: ZoneOrder }) {
  const counts = useZoneCounts()
  const labelled = useZonesOfCompanies(counts.data ?? NO_COUNTS)
  if (counts.isError && !counts.data) return <LoadFailed onRetry={() => void counts.refetch()} />
  if (!counts.data) return <Skeleton height={200} m={8} />
  const zones = inOrder(named(labelled, sought), order)
  return (
    <div className="zone-statistics-list">
      <div className="zone-statistics-columns dim" aria-hidden>
        <span>{messages.zone}</span>
        <span>{messages.free}</span>
        <span>{messages.busy}</span>
      </div>
      {counts.data.length === 0 ? <p className="dim zone-statistics-empty">{messages.noZones}</p> : null}
      {counts.data.length > 0 && zones.length === 0 ? (
        <p className="dim zone-statistics-empty">{messages.noMatch}</p>
      ) : null}
      <ul aria-label={messages.title}>
        {zones.map(({ polygonId, name, freeDrivers, busyDrivers }) => (
          <Zone key={polygonId} id={polygonId} name={name} free={freeDrivers} busy={busyDrivers} />
        ))}
        {sought.trim() === '' ? <OutsideZones /> : null}
      </ul>
    </div>
  )
}

function OutsideZones() {
  const { data } = useDriversOfZone(null)
  return <Zone id={null} name={messages.outside} free={data?.length ?? null} busy={null} />
}

interface ZoneProps {
  id: number | null
  name: string
  free: number | null
  busy: number | null
}

const Zone = memo(({ id, name, free, busy }: ZoneProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <li className="zone-item">
      <button
        type="button"
        data-step
        className="zone-line"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <span className="zone-name">{name}</span>
        <span className={free === 0 ? 'zone-count zone-none' : 'zone-count'}>
          <b className="digits">{free ?? '–'}</b> <span className="visually-hidden">{messages.free}</span>
        </span>
        <span className="zone-count">
          {busy === null ? null : (
            <>
              <b className="digits">{busy}</b> <span className="visually-hidden">{messages.busy}</span>
            </>
          )}
        </span>
      </button>
      {isOpen ? <DriversOfZone id={id} listId={listId} name={name} /> : null}
    </li>
  )
})
