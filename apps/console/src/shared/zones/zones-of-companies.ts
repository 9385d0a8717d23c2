/* Not in its importer, which needs a browser: the unit test runs without one. */

export interface ZoneOfCompany {
  name: string
  company_id: number
}

/** Zones of several companies also show the company's name, because every town has its Centru. */
export function withCompanies<Zone extends ZoneOfCompany>(
  zones: readonly Zone[],
  companies: readonly { id: number; name: string }[],
): readonly Zone[] {
  if (new Set(zones.map(({ company_id }) => company_id)).size < 2) return zones
  const names = new Map(companies.map(({ id, name }) => [id, name]))
  return zones.map((zone) => {
    const company = names.get(zone.company_id)
    return company === undefined ? zone : { ...zone, name: `${zone.name} · ${company}` }
  })
}
