import { fileInvoice } from '@dispecerat/contract/billing/invoice-filing'
import type { Invoice } from '@dispecerat/contract/billing/invoices'
import { Button } from '@mantine/core'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { filingMessages } from '../../shared/outbox/filing-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { protocolMessages } from '../protocol-messages.ts'
import { useReadInvoicesAgain } from './use-invoice-invalidation.ts'

const messages = filingMessages.efactura

/** Queues the document for RO e-Factura; hidden while a submission exists. */
export function EfacturaButton({ invoice: { id, number, kind, efactura } }: { invoice: Invoice }) {
  const readAgain = useReadInvoicesAgain()
  const name = `${protocolMessages.invoices.kinds[kind]} ${number}`
  const file = useAction((_: null, key) => request(fileInvoice, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.queued(name))
      readAgain()
    },
  })
  if (efactura !== null && efactura.state !== 'rejected' && efactura.state !== 'failed') return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={file.busy}
      aria-label={messages.sendOf(name)}
      onClick={() => confirm({ text: messages.ask(name), yes: messages.send, onYes: () => void file.run(null) })}
    >
      {messages.send}
    </Button>
  )
}
