import type { DriverChange } from '@dispecerat/contract/replays'
import { replayWords as words } from '../../text/replay-words.ts'

const TOP = 5

/** Who gets more orders and who gets fewer; everybody behind one click. */
export function ReplayDrivers({ drivers }: { drivers: readonly DriverChange[] }) {
  const gain = drivers.filter(({ saved, changed }) => changed > saved)
  const lose = drivers.filter(({ saved, changed }) => changed < saved).toReversed()
  return (
    <section aria-labelledby="replay-drivers">
      <h3 id="replay-drivers">{words.driversTitle}</h3>
      {gain.length + lose.length === 0 ? (
        <p>{words.noDriverChange}</p>
      ) : (
        <div className="replay-sides">
          <Side title={words.gain} drivers={gain.slice(0, TOP)} />
          <Side title={words.lose} drivers={lose.slice(0, TOP)} />
        </div>
      )}
      {drivers.length > 0 ? (
        <details>
          <summary>{words.allDrivers(drivers.length)}</summary>
          <List drivers={drivers} label={words.allDrivers(drivers.length)} />
        </details>
      ) : null}
    </section>
  )
}

function Side({ title, drivers }: { title: string; drivers: readonly DriverChange[] }) {
  return (
    <div>
      <h4>{title}</h4>
      {drivers.length === 0 ? <p className="dim">{words.nobody}</p> : <List drivers={drivers} label={title} />}
    </div>
  )
}

function List({ drivers, label }: { drivers: readonly DriverChange[]; label: string }) {
  return (
    <ol className="replay-list digits" aria-label={label}>
      {drivers.map(({ driver_id, indicativ, name, saved, changed }) => (
        <li key={driver_id}>
          <b>{indicativ ?? words.unnamed(driver_id)}</b> <span className="dim replay-name">{name}</span>
          <span className="replay-count">
            {words.fromTo(saved, changed)} {signed(changed - saved)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function signed(more: number): string {
  return more === 0 ? '' : `(${more > 0 ? '+' : '−'}${Math.abs(more)})`
}
