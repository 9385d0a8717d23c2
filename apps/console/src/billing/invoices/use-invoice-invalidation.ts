import { useQueryClient } from '@tanstack/react-query'
import { useLive, useResync } from '../../realtime/use-live.ts'

const SHOWN_IN = [['invoice'], ['invoices'], ['invoice-drafts'], ['statement'], ['contract'], ['contracts']]

/** Returns a function that invalidates all queries with invoices. */
export function useReadInvoicesAgain(): () => void {
  const cache = useQueryClient()
  return () => {
    for (const queryKey of SHOWN_IN) void cache.invalidateQueries({ queryKey })
  }
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
