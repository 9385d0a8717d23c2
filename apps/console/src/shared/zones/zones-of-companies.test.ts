import { expect, test } from 'vitest'
import { withCompanies } from './zones-of-companies.ts'

const COMPANIES = [
  { id: 1, name: 'Taxi Nord' },
  { id: 2, name: 'Taxi Sud' },
]
const names = (zones: readonly { name: string }[]) => zones.map(({ name }) => name)

test('two zones with the same name are distinguished by their companies; zones of one company have only their names', () => {
  const centre = { name: 'Centru', company_id: 1 }
  const both = [centre, { name: 'Centru', company_id: 2 }, { name: 'Noua', company_id: 3 }]
  expect(names(withCompanies(both, COMPANIES))).toEqual(['Centru · Taxi Nord', 'Centru · Taxi Sud', 'Noua'])
  expect(names(withCompanies([centre, { name: 'Noua', company_id: 1 }], COMPANIES))).toEqual(['Centru', 'Noua'])
})
