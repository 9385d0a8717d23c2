/* Not in its importer, which needs a browser: the unit test runs without one. */
import { seesEveryCompany } from '@dispecerat/domain/identity/permissions'
import type { useUser } from '../../api/session.ts'

const RADIUS_METRES = 50_000
/** The older service ranks results by this circle and excludes them by the larger one. */
const BIAS_METRES = 25_000

type Asker = Pick<ReturnType<typeof useUser>, 'map' | 'roles' | 'companies'>

/*
 * The area for address searches: 50 km around the company. A user who sees every company has the centre of the
 * country as home, with no town in that circle, so they search the whole country. For a user of companies in several
 * towns the server sets the area.
 */

export function newerCircle({ map, roles, companies }: Asker): { locationRestriction?: string } {
  if (seesEveryCompany(roles) || isOfSeveralPlaces(companies)) return {}
  const circle = { center: { latitude: map.lat, longitude: map.lng }, radius: RADIUS_METRES }
  return { locationRestriction: JSON.stringify({ circle }) }
}

export function olderCircle({ map, roles, companies }: Asker) {
  if (seesEveryCompany(roles)) return {}
  if (isOfSeveralPlaces(companies)) return { strictbounds: 'true' }
  const home = `${map.lat},${map.lng}`
  const strict = { location: home, radius: String(RADIUS_METRES), strictbounds: 'true' }
  return { ...strict, locationbias: `circle:${BIAS_METRES}@${home}` }
}

function isOfSeveralPlaces(companies: Asker['companies']): boolean {
  return companies.filter(({ lat }) => lat !== null).length > 1
}
