/**
 * The company's receivables and payables, in double entry. Tables owned: ledger_transactions, ledger_entries, finance_settings,
 * finance_checks. Other modules report fares through domain events; invoicing moves the company's own money through the functions below,
 * inside its transaction, with the affected rows locked.
 */
export { moveCompanyFunds, takeBackCompanyFunds, takeBackCreditNotes } from './company-funds.ts'
