/**
 * Filings with authorities: e-invoices, and registers for town halls. Owns filings, efactura_authorisations,
 * efactura_authorisation_requests. A filing is inserted in the transaction that requests it, at most one live one per invoice or day, and
 * sent after the commit; without a configured authority it stays listed. Events: filing_changed.
 */
export { queueFiling } from './queue-filing.ts'
