import { useMemo } from 'react'
import { useMyCompanies } from '../companies/use-my-companies.ts'
import { withCompanies, type ZoneOfCompany } from './zones-of-companies.ts'

/** Zones labelled with their company, where they belong to several. */
export function useZonesOfCompanies<Zone extends ZoneOfCompany>(zones: readonly Zone[]): readonly Zone[] {
  const companies = useMyCompanies()
  return useMemo(() => withCompanies(zones, companies), [zones, companies])
}
