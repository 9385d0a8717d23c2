import type { DriverChange } from '@dispecerat/contract/dispatch/replays'
import { replayMessages as messages } from './replay-messages.ts'

const TOP = 5

/** The drivers who get more or fewer orders; the full list is behind one click. */
export function ReplayDrivers({ drivers }: { drivers: readonly DriverChange[] }) {
  const gain = drivers.filter(({ saved, changed }) => changed > saved)
  const lose = drivers.filter(({ saved, changed }) => changed < saved).toReversed()
  return (
    <section aria-labelledby="replay-drivers">
      <h3 id="replay-drivers">{messages.driversTitle}</h3>
      {gain.length + lose.length === 0 ? (
        <p>{messages.noDriverChange}</p>
      ) : (
        <div className="replay-sides">
          <Side title={messages.gain} drivers={gain.slice(0, TOP)} />
          <Side title={messages.lose} drivers={lose.slice(0, TOP)} />
        </div>
      )}
      {drivers.length > 0 ? (
        <details>
          <summary>{messages.allDrivers(drivers.length)}</summary>
          <List drivers={drivers} label={messages.allDrivers(drivers.length)} />
        </details>
      ) : null}
    </section>
  )
}

function Side({ title, drivers }: { title: string; drivers: readonly DriverChange[] }) {
  return (
    <div>
      <h4>{title}</h4>
      {drivers.length === 0 ? <p className="dim">{messages.nobody}</p> : <List drivers={drivers} label={title} />}
    </div>
  )
}

function List({ drivers, label }: { drivers: readonly DriverChange[]; label: string }) {
  return (
    <ol className="replay-list digits" aria-label={label}>
      {drivers.map(({ driver_id, indicativ, name, saved, changed }) => (
        <li key={driver_id}>
          <b>{indicativ ?? messages.unnamed(driver_id)}</b> <span className="dim replay-name">{name}</span>
          <span className="replay-count">
            {messages.fromTo(saved, changed)} {signed(changed - saved)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function signed(more: number): string {
  return more === 0 ? '' : `(${more > 0 ? '+' : '−'}${Math.abs(more)})`
}
