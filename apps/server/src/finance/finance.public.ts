/**
 * What a company is owed and owes, in double entry. Tables owned: ledger_transactions, ledger_entries, finance_settings,
 * finance_checks. Others tell of fares through the trade; who bills accounts moves the company's own money here, inside
 * his transaction, with what it speaks of locked.
 */
export { moveCompanyFunds, takeBackCompanyFunds, takeBackCreditNotes } from './company-funds.ts'
