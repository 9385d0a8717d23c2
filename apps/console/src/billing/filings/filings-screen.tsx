import { type Filing, listFilings } from '@dispecerat/contract/billing/filings'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import type { FilingParams } from '../../routes/params/notice-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { filingMessages as messages } from '../../shared/outbox/filing-messages.ts'
import { SentFilters, SentPage, sentColumns, useSent } from '../../shared/outbox/sent-page.tsx'
import { shownDay, shownTime } from '../../text/format.ts'
import { protocolMessages } from '../protocol-messages.ts'
import { FilingActs } from './filing-acts.tsx'
import { RegisterForm } from './register-form.tsx'

const KEY = 'filings'

/** /outbox/filings: what was, or would be, sent to RO e-Factura and to town halls. */
export function FilingsScreen() {
  const { find, page, perPage, set, table } = useTableParams<FilingParams>('/app/outbox/filings')
  const { kind, state } = find
  const maySeeInvoices = useUser().permissions.includes('protocol.bill')
  const sent = useSent<Filing, Filing['kind']>(listFilings, { kind, state, page, per_page: perPage }, 'filing_changed')
  return (
    <SentPage<Filing, Filing['kind']>
      messages={messages}
      columns={columnsOf(sent.providers, maySeeInvoices, sent.readAgain)}
      columnsKey={KEY}
      {...{ sent, table }}
    >
      <RegisterForm onDone={sent.readAgain} />
      <search className="table-tools" aria-label={messages.title}>
        <SentFilters messages={messages} find={find} onSet={set} />
      </search>
    </SentPage>
  )
}

function columnsOf(
  providers: Readonly<Record<Filing['kind'], boolean>> | undefined,
  maySeeInvoices: boolean,
  onDone: () => void,
): readonly Column<Filing>[] {
  const { columns } = messages
  const known = sentColumns<Filing>(columns)
  return [
    known.id,
    known.created_at,
    { key: 'kind', label: columns.kind, render: ({ kind }) => messages.kinds[kind] },
    {
      key: 'subject',
      label: columns.subject,
      render: (filing) => <Subject filing={filing} isLink={maySeeInvoices} />,
    },
    {
      key: 'state',
      label: columns.state,
      render: (filing) => <State filing={filing} isThere={providers?.[filing.kind] ?? true} />,
    },
    known.tries,
    known.sent_at,
    known.company,
    { key: 'acts', label: columns.acts, render: (filing) => <FilingActs filing={filing} onDone={onDone} /> },
  ]
}

function Subject({ filing: { invoice, day, file_name }, isLink }: { filing: Filing; isLink: boolean }) {
  if (day !== null) return messages.registerOf(shownDay(day))
  if (invoice === null) return file_name
  const name = `${protocolMessages.invoices.kinds[invoice.kind]} ${invoice.number}`
  if (!isLink) return name
  return (
    <Link className="table-link" to="/protocol/invoices/$id" params={{ id: String(invoice.id) }}>
      {name}
    </Link>
  )
}

function State({ filing, isThere }: { filing: Filing; isThere: boolean }) {
  const { state, upload_index, reason, message, tries, due_at } = filing
  const isBad = state === 'failed' || state === 'rejected'
  const name = state === 'pending' && !isThere ? messages.wouldBeSent : messages.states[state]
  return (
    <div className="outbox-words">
      <span className={isBad ? 'outbox-failed' : undefined}>
        <span aria-hidden>{messages.signs[state]}</span> {name}
        {upload_index === null ? null : <span className="small dim digits"> · {messages.index(upload_index)}</span>}
        {reason === null ? null : <span className="small dim"> · {messages.reasons[reason]}</span>}
        {state === 'pending' && tries > 0 ? (
          <span className="small dim"> · {messages.next(shownTime(due_at))}</span>
        ) : null}
      </span>
      {message === null ? null : (
        <span className="small" title={message}>
          {message}
        </span>
      )}
    </div>
  )
}
