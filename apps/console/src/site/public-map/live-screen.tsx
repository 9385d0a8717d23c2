import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { hourAndMinute } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { useNow } from '../../ui/now.ts'
import { CarTable } from './car-table.tsx'
import { liveMessages as messages } from './live-messages.ts'
import { useLiveCars, useLiveMap } from './use-live-cars.ts'
import './live.css'

const LiveMap = later(() => import('./live-map.tsx').then((m) => m.LiveMap))

/** /live: positions of cars, for the public and for big screens; without names and without access to the console. */
export function LiveScreen() {
  const { company, kiosk: isKiosk = false } = useSearch({ from: '/live' })
  const place = useLiveMap(company)
  const live = useLiveCars(company)
  const [isTable, setIsTable] = useState(false)
  const [recentreCount, setRecentreCount] = useState(0)
  return (
    <main id="content" className={isKiosk ? 'live live-kiosk' : 'live'}>
      {place ? (
        <Suspense fallback={null}>
          <LiveMap
            start={place}
            cars={live.cars}
            isStale={live.isStale}
            isBig={isKiosk}
            recentreCount={recentreCount}
          />
        </Suspense>
      ) : null}
      <div className="live-side">
        <section className="live-panel panel">
          <h1 className="live-title">{messages.title}</h1>
          <Legend cars={live.cars} />
          {live.ageSeconds === null ? (
            <p className="small dim">{messages.loading}</p>
          ) : (
            <p className="small dim digits">{messages.updated(live.ageSeconds)}</p>
          )}
          {isKiosk ? null : (
            <Controls isTable={isTable} onTable={setIsTable} onRecentre={() => setRecentreCount(recentreCount + 1)} />
          )}
        </section>
        {place && live.isKnown ? <CarTable centre={place} cars={live.cars} isSeen={isTable && !isKiosk} /> : null}
      </div>
      <Clock />
      <Notice
        text={
          live.trouble !== null
            ? messages[live.trouble]
            : place && !place.is_shown
              ? company === undefined
                ? messages.nobodyShown
                : messages.companyHidden
              : live.isKnown && live.cars.length === 0
                ? messages.noCars
                : null
        }
      />
    </main>
  )
}

function Legend({ cars }: { cars: readonly { is_busy: boolean }[] }) {
  const busy = cars.filter(({ is_busy }) => is_busy).length
  return (
    <ul className="live-legend" aria-label={messages.legend}>
      <li>
        <span className="live-sign live-free" aria-hidden />
        <b className="digits">{cars.length - busy}</b> {messages.free}
      </li>
      <li>
        <span className="live-sign live-busy" aria-hidden />
        <b className="digits">{busy}</b> {messages.busy}
      </li>
    </ul>
  )
}

function Controls({
  isTable,
  onTable,
  onRecentre,
}: {
  isTable: boolean
  onTable: (isTable: boolean) => void
  onRecentre: () => void
}) {
  return (
    <div className="live-controls">
      <Button size="compact-sm" variant="default" aria-pressed={isTable} onClick={() => onTable(!isTable)}>
        {messages.asTable}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onRecentre}>
        {messages.allCars}
      </Button>
      <SchemeToggle />
    </div>
  )
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="default"
      size={26}
      aria-label={next === 'dark' ? ro.theme.toDark : ro.theme.toLight}
      onClick={() => setColorScheme(next)}
    >
      {next === 'dark' ? <IconMoon size={15} /> : <IconSun size={15} />}
    </ActionIcon>
  )
}

function Clock() {
  const time = useNow(({ now }) => hourAndMinute(new Date(now)))
  return <time className="live-clock panel">{time}</time>
}

/** The only live region: announces that nothing is shown, and why. */
function Notice({ text }: { text: string | null }) {
  return (
    <div className="live-notice-place" role="status">
      {text === null ? null : <p className="live-notice panel">{text}</p>}
    </div>
  )
}
