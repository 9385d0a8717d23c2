import { type InvoiceDraft, listInvoiceDrafts } from '@dispecerat/contract/billing/invoice-drafts'
import { issueInvoice } from '@dispecerat/contract/billing/invoices'
import { Button } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { money } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { protocolMessages } from '../protocol-messages.ts'
import { invoiceMessages } from './invoice-messages.ts'
import { useReadInvoicesAgain } from './use-invoice-invalidation.ts'
import '../../shared/edit-page/edit-page.css'
import '../protocol/protocol.css'

const messages = invoiceMessages.drafts

/** Months whose invoicing day has come: an invoice is issued only when a user has checked it and presses the button. */
export function DraftList() {
  const { data, isError, refetch } = useEndpointQuery(listInvoiceDrafts)
  if (isError && data === undefined) return <LoadFailed onRetry={() => void refetch()} />
  if (data === undefined || data.data.length === 0) return null
  return (
    <section className="panel edit-section" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      <ul className="invoice-list">
        {data.data.map((draft) => (
          <Draft key={`${draft.account.id} ${draft.month}`} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

function Draft({ draft }: { draft: InvoiceDraft }) {
  const { account, month, orders, charged } = draft
  const readAgain = useReadInvoicesAgain()
  const issue = useAction(
    (wanted: string, key) => request(issueInvoice, { params: { id: account.id }, body: { month: wanted } }, { key }),
    {
      done: ({ data }) => {
        toast.good(protocolMessages.statement.issued(data.number))
        readAgain()
      },
    },
  )
  const name = account.name ?? String(account.id)
  const wall = month.split('-').reverse().join('.')
  const confirmIssue = () =>
    confirm({
      text: protocolMessages.statement.issueQuestion(money(charged)),
      yes: protocolMessages.statement.issue,
      onYes: () => void issue.run(month),
    })
  return (
    <li>
      <b>{name}</b>
      <span>{wall}</span>
      <span className="digits">{money(charged)}</span>
      <span className="dim">{messages.orders(orders)}</span>
      <LinkButton
        size="compact-xs"
        variant="default"
        to="/protocol/$id"
        params={{ id: String(account.id) }}
        search={{ month }}
      >
        {messages.look}
      </LinkButton>
      <Button size="compact-xs" aria-label={messages.issueOf(name, wall)} disabled={issue.busy} onClick={confirmIssue}>
        {protocolMessages.statement.issue}
      </Button>
    </li>
  )
}
