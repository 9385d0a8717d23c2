import type { Invoice } from '@dispecerat/contract/billing/invoices'
import { filingMessages as messages } from '../../shared/outbox/filing-messages.ts'

/** State of a document in RO e-Factura; the authority's reason for a rejection is shown in full. */
export function EfacturaState({ efactura }: Pick<Invoice, 'efactura'>) {
  if (efactura === null) return <span className="dim">{messages.efactura.never}</span>
  const { state, upload_index, reason, message } = efactura
  const isBad = state === 'rejected' || state === 'failed'
  return (
    <span className={isBad ? 'protocol-bad' : undefined}>
      <span aria-hidden>{messages.signs[state]}</span> {messages.states[state]}
      {upload_index === null ? null : <span className="small dim digits"> · {messages.index(upload_index)}</span>}
      {reason === null ? null : <span className="small dim"> · {messages.reasons[reason]}</span>}
      {message === null ? null : <span className="small efactura-message">{message}</span>}
    </span>
  )
}
