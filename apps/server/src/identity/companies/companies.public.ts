/**
 * The tenants, their settings and partners. Owns companies, company_cuis, company_settings, company_partners, protocol_companies, services,
 * order_options. Records company_settings_changed.
 */

export { addressesOfAdministrators } from '../partners/partners.store.ts'
export { chosenCompany } from './chosen-company.ts'
export {
  type CompanyFacts,
  companyOfActor,
  findCompany,
  partnersOf,
  publicCompanies,
  serviceIsKnown,
} from './companies.store.ts'
export { orderOptionViews, serviceViews } from './companies.views.ts'
export { claimCui, isVerifiedCui, verifiedCui } from './company-cuis.store.ts'
export { type Logo, saveLogo } from './company-profile.store.ts'
export { companySetting } from './company-setting.store.ts'
export { readLogo } from './read-logo.ts'
export { companySettingsChanged, recordCompanyChange } from './record-company-change.ts'
export { bucharestDay, requireActive } from './require-active.ts'
export { isOfferedBy } from './services-offered.store.ts'
