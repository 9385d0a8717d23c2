import type { Tariff } from '@dispecerat/domain/orders/tariff'
import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import '../../shared/data-table/data-table.css'
import { estimateMessages } from '../../shared/orders/estimate-messages.ts'
import { tariffMessages } from '../../shared/settings-page/tariff-messages.ts'
import { fromWallTime, money, toWallTime } from '../../text/format.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { explainedFare } from './fare-lines.ts'

const messages = tariffMessages.calculator
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/
const MAX_KM = 2000
const MAX_WAIT = 1440

interface Props {
  /** The edited tariff; null while it is invalid. */
  tariff: Tariff | null
  /** The saved tariff, when it differs. */
  saved: Tariff | null
}

/** Cost of a trip line by line, computed with the server's rule. */
export function FareCalculator({ tariff, saved }: Props) {
  const id = useId()
  const [km, setKm] = useState<number | ''>(5)
  const [wait, setWait] = useState<number | ''>(0)
  const [hour, setHour] = useState(() => toWallTime(new Date(serverNow())).slice(11, 16))
  const at = HOUR.test(hour) ? fromWallTime(`${toWallTime(new Date(serverNow())).slice(0, 10)} ${hour}:00`) : null
  const trip = at && { metres: Math.round((km || 0) * 1000), waitSeconds: Math.round((wait || 0) * 60), at }
  const fare = tariff && trip && explainedFare(tariff, trip)
  const before = saved && trip && explainedFare(saved, trip)
  return (
    <section className="panel edit-section fare-calculator" aria-labelledby={id}>
      <h2 id={id}>{messages.title}</h2>
      <p className="small dim">{messages.note}</p>
      <div className="edit-fields">
        <NumberField
          label={messages.km}
          min={0}
          max={MAX_KM}
          decimalScale={2}
          decimalSeparator=","
          value={km}
          onChange={(typed) => setKm(typeof typed === 'number' ? typed : '')}
        />
        <NumberField
          label={messages.wait}
          min={0}
          max={MAX_WAIT}
          decimalScale={1}
          decimalSeparator=","
          value={wait}
          onChange={(typed) => setWait(typeof typed === 'number' ? typed : '')}
        />
        <TextInput
          label={messages.at}
          value={hour}
          maxLength={5}
          error={at === null ? messages.badHour : undefined}
          onChange={(event) => setHour(event.currentTarget.value)}
        />
      </div>
      {fare ? <Explained fare={fare} /> : null}
      {fare && before && before.ron !== fare.ron ? <p className="small">{messages.saved(money(before.ron))}</p> : null}
    </section>
  )
}

function Explained({ fare }: { fare: ReturnType<typeof explainedFare> }) {
  return (
    <div className="data-table data-table-scroll" aria-live="polite">
      <table aria-label={messages.title}>
        <thead>
          <tr>
            <th scope="col">{messages.part}</th>
            <th scope="col">{messages.how}</th>
            <th scope="col" className="is-number">
              {messages.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {fare.lines.map(({ part, how, ron }) => (
            <tr key={part}>
              <td>{estimateMessages.parts[part]}</td>
              <td className="dim">{how}</td>
              <td className="is-number digits">{money(ron)}</td>
            </tr>
          ))}
          <tr className="fare-total">
            <td colSpan={2}>{messages.total}</td>
            <td className="is-number digits">{money(fare.ron)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
