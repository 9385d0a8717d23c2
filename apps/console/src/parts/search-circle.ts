import { seesEveryCompany } from '@dispecerat/domain/permissions'
import type { useUser } from '../api/session.ts'

const RADIUS_METRES = 50_000
/** The older search ranks by this circle and excludes by the other. */
const BIAS_METRES = 25_000

type Asker = Pick<ReturnType<typeof useUser>, 'map' | 'roles' | 'companies'>

/*
 * Where addresses are looked for: 50 km around the company. Who sees every company has the middle of the country for a home,
 * and no town within that circle: for him the whole country answers. Who works for companies of several towns leaves the circle
 * to the server, which knows them all.
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
