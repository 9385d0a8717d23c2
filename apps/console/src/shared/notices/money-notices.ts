import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { draftMade, ledgerAlarm } from './money-news-messages.ts'

/** Toasts about ledger differences and invoice drafts, on every screen, for users who handle finances. */
export function useMoneyNotices() {
  const { permissions } = useUser()
  useLive('ledger_alarm', ({ differences }) => {
    if (permissions.includes('finances.read')) toast.bad(ledgerAlarm(differences), { ms: 20_000 })
  })
  useLive('invoice_draft_made', ({ month }) => {
    if (permissions.includes('protocol.bill')) toast.info(draftMade(month.split('-').reverse().join('.')))
  })
}
