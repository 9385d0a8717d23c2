import { Button, Select } from '@mantine/core'
import { memo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { hourToSecond } from '../../text/format.ts'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { type LogLine, rowsShown, useSimulator } from './simulator-store.ts'

const text = messages.log
const ALL = 'all'

/** The last 500 events and actions, newest first; of all drivers or of one. */
export function EventLog() {
  const lines = useSimulator((s) => s.log)
  const rows = useSimulator(useShallow(rowsShown))
  const [whose, setWhose] = useState(ALL)
  const shown = whose === ALL ? lines : lines.filter(({ driverId }) => String(driverId) === whose)
  return (
    <section className="panel event-log" aria-labelledby="log-title">
      <div className="log-head">
        <h2 id="log-title" className="panel-title">
          {text.title}
        </h2>
        <Select
          size="xs"
          className="log-filter"
          aria-label={text.filter}
          allowDeselect={false}
          searchable
          data={[{ value: ALL, label: text.all }, ...rows.map(({ id, sign }) => ({ value: String(id), label: sign }))]}
          value={whose}
          onChange={(value) => setWhose(value ?? ALL)}
        />
        <Button size="compact-xs" variant="default" onClick={() => useSimulator.setState({ log: [] })}>
          {text.clear}
        </Button>
      </div>
      {shown.length === 0 ? <p className="simulator-empty">{text.empty}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard */}
      <ol className="log-lines" aria-label={text.title} tabIndex={0}>
        {shown.map((line) => (
          <Line key={line.n} line={line} />
        ))}
      </ol>
    </section>
  )
}

const Line = memo(({ line: { at, sign, event, text: what, orderId } }: { line: LogLine }) => (
  <li>
    <time className="dim">{hourToSecond(new Date(at))}</time>
    <b>{sign}</b>
    <span>
      {what}
      {orderId === null ? null : ` · ${text.order(orderId)}`}
    </span>
    {event === null ? null : <code>{event}</code>}
  </li>
))
Line.displayName = 'Line'
