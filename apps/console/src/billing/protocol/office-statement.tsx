import { issueInvoice, listInvoices } from '@dispecerat/contract/billing/invoices'
import { readContract } from '@dispecerat/contract/billing/protocol'
import { readAccountStatement, type Statement } from '@dispecerat/contract/billing/statements'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { money } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { InvoiceList } from '../invoices/invoice-list.tsx'
import { protocolMessages } from '../protocol-messages.ts'
import { lastMonth, thisMonth } from './last-month.ts'
import { StatementView } from './statement-view.tsx'

const messages = protocolMessages.statement

interface Props {
  accountId: number
  /** By default the previous month. */
  month: string | undefined
  onMonth: (month: string) => void
}

/** The monthly statement of an account, for the office that invoices it. */
export function OfficeStatement({ accountId, month = lastMonth(), onMonth }: Props) {
  const { data, isError, refetch } = useEndpointQuery(readAccountStatement, {
    params: { id: accountId },
    query: { month },
  })
  const statement = data?.data
  return (
    <StatementView
      month={month}
      onMonth={onMonth}
      statement={statement}
      isError={isError}
      onRetry={() => void refetch()}
      filePath={`/api/protocol/contracts/${accountId}/statement/file`}
      acts={statement ? <IssueButton accountId={accountId} statement={statement} /> : null}
    >
      {statement ? <InvoiceList invoices={statement.invoices} /> : null}
    </StatementView>
  )
}

function IssueButton({ accountId, statement: { month, totals } }: { accountId: number; statement: Statement }) {
  const cache = useQueryClient()
  const issue = useAction(
    (wanted: string, key) => request(issueInvoice, { params: { id: accountId }, body: { month: wanted } }, { key }),
    {
      done: ({ data }) => {
        toast.good(messages.issued(data.number))
        void invalidate(cache, [readAccountStatement, { params: { id: accountId } }], listInvoices, [
          readContract,
          { params: { id: accountId } },
        ])
      },
    },
  )
  const because = month >= thisMonth() ? messages.notOver : totals.not_invoiced > 0 ? null : messages.nothing
  const confirmIssue = () => {
    const text = messages.issueQuestion(money(totals.not_invoiced))
    confirm({ text, yes: messages.issue, onYes: () => void issue.run(month) })
  }
  return (
    <Button
      size="compact-sm"
      disabled={because !== null || issue.busy}
      title={because ?? undefined}
      aria-description={because ?? undefined}
      onClick={confirmIssue}
    >
      {messages.issue}
    </Button>
  )
}
