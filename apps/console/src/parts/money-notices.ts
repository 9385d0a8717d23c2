import { useUser } from '../api/session.ts'
import { useLive } from '../realtime/use-live.ts'
import { draftMade, ledgerAlarm } from '../text/money-news-messages.ts'
import { toast } from '../ui/toast.ts'

/** Sums that do not agree, and invoices that wait to be issued, are told to who keeps the money, wherever he is. */
export function useMoneyNotices() {
  const { permissions } = useUser()
  useLive('ledger_alarm', ({ differences }) => {
    if (permissions.includes('finances.read')) toast.bad(ledgerAlarm(differences), { ms: 20_000 })
  })
  useLive('invoice_draft_made', ({ month }) => {
    if (permissions.includes('protocol.bill')) toast.info(draftMade(month.split('-').reverse().join('.')))
  })
}
