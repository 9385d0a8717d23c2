import type { CompanyRegistry } from './company-registry.ts'

const COMPANIES = [
  { cui: '14399840', name: 'EXEMPLU TAXI SRL', address: 'MUN. BRAȘOV, STR. LUNGĂ, NR. 2', paysVat: true },
  { cui: '16054368', name: 'CURIER DE PROBĂ SRL', address: 'MUN. BRAȘOV, STR. ALBA IULIA, NR. 10', paysVat: false },
]

/** A few invented companies; every other CUI is unknown. */
export const fixtureRegistry: CompanyRegistry = {
  find: async (cui) => COMPANIES.filter((company) => company.cui === cui),
}
