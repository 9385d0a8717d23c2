import { readDriver } from '@dispecerat/contract/company-desk'
import { prettyPhone } from '@dispecerat/domain/phone'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useLive } from '../../realtime/use-live.ts'
import { money, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'

const words = ro.map

/** The small card of a car that was clicked. */
export function DriverCardPanel({
  id,
  zones,
  onClose,
}: {
  id: number
  zones: readonly { id: number; name: string }[]
  onClose: () => void
}) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['driver', id],
    queryFn: ({ signal }) => call(readDriver, { params: { id } }, { signal }),
  })
  useLive('driver_status_changed', ({ driver_id }) => {
    if (driver_id === id) void refetch()
  })
  const driver = data?.data
  const car = driver?.default_car
  const facts: [string, string | null | undefined][] = driver
    ? [
        [words.phone, driver.phone ? prettyPhone(driver.phone) : null],
        [words.car, [car?.make, car?.model, car?.color, car?.number].filter(Boolean).join(' · ')],
        [words.balance, money(driver.balance)],
        [words.busy, driver.is_busy ? ro.yes : ro.no],
        [words.priority, driver.high_priority ? ro.yes : ro.no],
        [words.zone, zones.find((zone) => zone.id === driver.current_polygon_id)?.name ?? words.noZone],
        ...(driver.ban_until
          ? ([[words.bannedUntil, [shownTime(driver.ban_until), driver.ban_reason].filter(Boolean).join(' · ')]] as [
              string,
              string,
            ][])
          : []),
      ]
    : []
  return (
    <aside className="panel driver-card" aria-label={words.card}>
      <div className="side-head">
        <h2 className="panel-title">
          {driver ? [car?.indicativ ?? driver.identifier, driver.name].filter(Boolean).join(' · ') : words.card}
        </h2>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={words.closeCard} onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {isError ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!driver && !isError ? <Skeleton height={120} /> : null}
      <dl className="side-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
