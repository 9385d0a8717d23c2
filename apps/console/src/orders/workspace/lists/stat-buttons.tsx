import type { Statistics } from '@dispecerat/contract/orders/company-dispatch'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { Button, Popover } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { toWallTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { serverNow } from '../../../ui/now.ts'

const DriversNow = later(() => import('../map/drivers-now.tsx').then((m) => m.DriversNow))

const DAY_MS = 86_400_000
const DRIVERS = {
  online: 'driversOnlineCount',
  busy: 'driversBusyCount',
  free: 'driversFreeCount',
} as const satisfies Record<string, keyof Statistics>
type DriversOf = keyof typeof DRIVERS

/** Live numbers; each button opens what it counts. */
export function StatButtons({ counts }: { counts: Statistics | undefined }) {
  const navigate = useNavigate()
  const toCanceled = () =>
    void navigate({ to: '.', search: (search) => ({ ...search, tab: 'canceled' }), replace: true })
  return (
    <div className="strip-numbers">
      <LinkButton
        to="/orders/$type"
        params={{ type: 'all' }}
        search={() => ({ from: toWallTime(new Date(serverNow() - DAY_MS)) })}
        className="stat-button"
        size="compact-sm"
        variant="subtle"
        color="gray"
      >
        <Figure label={ro.stats.last24h} count={counts?.ordersLast24hCount} />
      </LinkButton>
      <Button className="stat-button" size="compact-sm" variant="subtle" color="gray" onClick={toCanceled}>
        <Figure label={ro.stats.canceled} count={counts?.canceledOrdersLast24hCount} />
      </Button>
      {(['online', 'busy', 'free'] as const).map((which) => (
        <DriversButton key={which} which={which} count={counts?.[DRIVERS[which]]} />
      ))}
    </div>
  )
}

function Figure({ label, count }: { label: string; count: number | undefined }) {
  return (
    <>
      {label} <b className="digits stat-count">{count === undefined ? '–' : groupThousands(count)}</b>
    </>
  )
}

function DriversButton({ which, count }: { which: DriversOf; count: number | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top"
      trapFocus
      returnFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          className="stat-button"
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Figure label={ro.stats[which]} count={count} />
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={ro.stats[which]}>
        <Suspense fallback={null}>
          {isOpen ? <DriversNow which={which} onPick={() => setIsOpen(false)} /> : null}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
