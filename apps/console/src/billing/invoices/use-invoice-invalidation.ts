import { listInvoiceDrafts } from '@dispecerat/contract/billing/invoice-drafts'
import { listInvoices, readInvoice } from '@dispecerat/contract/billing/invoices'
import { listContracts, readContract } from '@dispecerat/contract/billing/protocol'
import { readAccountStatement } from '@dispecerat/contract/billing/statements'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'

/** Returns a function that invalidates all queries with invoices. */
export function useReadInvoicesAgain(): () => void {
  const cache = useQueryClient()
  return () =>
    void invalidate(
      cache,
      readInvoice,
      listInvoices,
      listInvoiceDrafts,
      readAccountStatement,
      readContract,
      listContracts,
    )
}

/** Keeps invoices current when one is issued, paid or reversed. */
export function useInvoiceInvalidation(): void {
  const readAgain = useReadInvoicesAgain()
  useLive('invoice_changed', readAgain)
  useLive('invoice_draft_made', readAgain)
  useLive('filing_changed', ({ invoice_id }) => {
    if (invoice_id !== null) readAgain()
  })
  useResync(readAgain)
}
