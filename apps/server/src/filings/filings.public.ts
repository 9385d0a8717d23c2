/**
 * What is filed with authorities: e-invoices and registers for town halls. Owns filings, efactura_authorisations, efactura_authorisation_requests. A filing is written in the transaction that wants
 * it, one live one an invoice or a day, and handed over after the commit; without somebody to take it it stays listed.
 * Events: filing_changed.
 */
export { queueFiling } from './queue-filing.ts'
