import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { readHeatTable } from '@dispecerat/contract/orders/heat'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import type { CSSProperties } from 'react'
import { heatMessages as messages } from '../../shared/reports/heat-messages.ts'

type Row = ReplyOf<typeof readHeatTable>['data'][number]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Zones by hour; busier cells have a stronger background, and every cell shows its number. */
export function HeatTable({ rows, hour: chosen }: { rows: readonly Row[]; hour: number | undefined }) {
  const max = Math.max(1, ...rows.flatMap(({ hours }) => hours))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <section className="panel heat-table" aria-label={messages.table} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{messages.table}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.zone}</th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col" className={hour === chosen ? 'is-chosen' : undefined}>
                {hour}
              </th>
            ))}
            <th scope="col">{messages.total}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ polygonId, name, hours, orders }) => (
            <tr key={polygonId ?? 'outside'}>
              <th scope="row">{name ?? messages.outside}</th>
              {HOURS.map((hour) => {
                const n = hours[hour] ?? 0
                const style = { '--heat': n / max } as CSSProperties
                return (
                  <td key={hour} style={style} className={hour === chosen ? 'is-chosen' : undefined}>
                    {n === 0 ? <span className="dim">·</span> : groupThousands(n)}
                  </td>
                )
              })}
              <td className="heat-total">{groupThousands(orders)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
