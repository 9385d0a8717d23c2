import type { Point } from '@dispecerat/domain/kernel/geo'
import { type AnonymousCar, countParts } from './city-parts.ts'
import { liveMessages as messages } from './live-messages.ts'

/** The map as figures; when hidden it is still read by screen readers. */
export function CarTable({ centre, cars, isSeen }: { centre: Point; cars: readonly AnonymousCar[]; isSeen: boolean }) {
  const busy = cars.filter(({ is_busy }) => is_busy).length
  return (
    <section className={isSeen ? 'live-table panel' : 'live-unseen'} aria-label={messages.byPart}>
      <p className="small">{messages.summary(cars.length - busy, busy)}</p>
      <table>
        <caption className="visually-hidden">{messages.byPart}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.part}</th>
            <th scope="col">{messages.free}</th>
            <th scope="col">{messages.busy}</th>
          </tr>
        </thead>
        <tbody>
          {countParts(centre, cars).map((row) => (
            <tr key={row.part}>
              <th scope="row">{messages.parts[row.part]}</th>
              <td className="digits">{row.free}</td>
              <td className="digits">{row.busy}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small dim">{messages.centreHint}</p>
    </section>
  )
}
