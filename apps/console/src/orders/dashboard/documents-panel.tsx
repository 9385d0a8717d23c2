import { listCars } from '@dispecerat/contract/fleet/cars'
import { listPeople } from '@dispecerat/contract/office/people'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ENDING_DOCUMENTS } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'
import { dashboardMessages as messages } from './dashboard-messages.ts'
import './documents-panel.css'

const HARDLY_CHANGES_MS = 10 * 60_000

/**
 * Documents of active cars and drivers that have expired or expire within thirty days; each number links to its list.
 */
export function DocumentsPanel() {
  const { data } = useQuery({
    queryKey: [ENDING_DOCUMENTS],
    queryFn: ({ signal }) => countDocuments(signal),
    staleTime: HARDLY_CHANGES_MS,
  })
  if (!data || Object.values(data).every((n) => n === 0)) return null
  const { carsExpired, carsEnding, driversExpired, driversEnding } = data
  return (
    <section className="panel papers-line" aria-label={messages.papers}>
      <h2 className="panel-title">{messages.papers}</h2>
      <ul>
        {carsExpired > 0 ? (
          <li>
            <Link to="/cars" search={{ papers: 'expired', active: 1 }} className="papers-late">
              {messages.carsExpired(carsExpired)}
            </Link>
          </li>
        ) : null}
        {carsEnding > 0 ? (
          <li>
            <Link to="/cars" search={{ papers: 'soon', active: 1 }}>
              {messages.carsEnding(carsEnding)}
            </Link>
          </li>
        ) : null}
        {driversExpired > 0 ? (
          <li>
            <Link
              to="/users/$type"
              params={{ type: 'driver' }}
              search={{ papers: 'expired', state: 'active' }}
              className="papers-late"
            >
              {messages.driversExpired(driversExpired)}
            </Link>
          </li>
        ) : null}
        {driversEnding > 0 ? (
          <li>
            <Link to="/users/$type" params={{ type: 'driver' }} search={{ papers: 'ending', state: 'active' }}>
              {messages.driversEnding(driversEnding)}
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

async function countDocuments(signal: AbortSignal) {
  const cars = async (documents: 'expired' | 'soon') =>
    (await request(listCars, { query: { papers: documents, is_active: '1', per_page: 1 } }, { signal })).meta.total
  const drivers = async (documents: 'expired' | 'ending') =>
    (
      await request(
        listPeople,
        { body: { type: 'driver', state: 'active', papers: documents, per_page: 1 } },
        { signal },
      )
    ).meta.total
  const [carsExpired, carsEnding, driversExpired, driversEnding] = await Promise.all([
    cars('expired'),
    cars('soon'),
    drivers('expired'),
    drivers('ending'),
  ])
  return { carsExpired, carsEnding, driversExpired, driversEnding }
}
