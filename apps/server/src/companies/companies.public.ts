/**
 * The companies that work here, their settings and partners. Owns companies, company_settings, company_partners,
 * protocol_companies, services, order_options. Records no events.
 */
export { type CompanyFacts, type CompanySettings, findCompany, partnersOf, readSettings } from './companies.store.ts'
export { requireActive } from './require-active.ts'
