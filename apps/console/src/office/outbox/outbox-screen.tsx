import {
  exportOutboundMessages,
  listOutboundMessages,
  type OutboundMessage,
  resendMessage,
} from '@dispecerat/contract/office/outbox'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import type { OutboundMessageParams } from '../../routes/params/notice-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TableTools } from '../../shared/data-table/table-tools.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { SentFilters, SentPage, sentColumns, useSent } from '../../shared/outbox/sent-page.tsx'
import { shownTime } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { outboxMessages as messages } from './outbox-messages.ts'

const KEY = 'outbox'

const known = sentColumns<OutboundMessage>(messages.columns)
const COLUMNS: readonly Column<OutboundMessage>[] = [
  known.id,
  known.created_at,
  { key: 'kind', label: messages.columns.kind, render: ({ kind }) => messages.kinds[kind] },
  { key: 'recipient', label: messages.columns.recipient, render: ({ recipient }) => recipient ?? '' },
  {
    key: 'subject',
    label: messages.columns.subject,
    render: (outboundMessage) => <OutboundText letter={outboundMessage} />,
  },
  { key: 'state', label: messages.columns.state, render: (outboundMessage) => <State letter={outboundMessage} /> },
  known.tries,
  known.sent_at,
  known.company,
  { key: 'resend', label: messages.columns.resend, render: (outboundMessage) => <Resend letter={outboundMessage} /> },
]

/** /outbox: outbound messages by e-mail, SMS and push, sent or not. */
export function OutboxScreen() {
  const { find, page, perPage, set, table } = useTableParams<OutboundMessageParams>('/app/outbox')
  const { kind, state, search } = find
  const sent = useSent<OutboundMessage, OutboundMessage['kind']>(
    listOutboundMessages,
    { kind, state, search, page, per_page: perPage },
    'outbox_changed',
    { byBody: true },
  )
  return (
    <SentPage<OutboundMessage, OutboundMessage['kind']>
      messages={messages}
      columns={COLUMNS}
      columnsKey={KEY}
      {...{ sent, table }}
    >
      <TableTools
        label={messages.title}
        search={search}
        onSearch={(typed) => set({ search: typed })}
        searched={messages.searched}
        filters={<SentFilters messages={messages} find={find} onSet={set} />}
        columns={COLUMNS}
        columnsKey={KEY}
        actions={
          <ExportButtons
            path={exportOutboundMessages.path}
            method="POST"
            query={{ kind, state, search }}
            fileName="mesaje-trimise"
          />
        }
      />
    </SentPage>
  )
}

/** The beginning of the text; a press shows the rest. */
function OutboundText({ letter: { subject, text } }: { letter: OutboundMessage }) {
  return (
    <details className="outbox-words">
      <summary>
        {subject ? <b>{subject}</b> : null}
        {text === null ? <em className="dim">{messages.secret}</em> : <span>{text}</span>}
      </summary>
    </details>
  )
}

function State({ letter: { state, reason, due_at, tries } }: { letter: OutboundMessage }) {
  const isAgain = state === 'queued' && tries > 0
  return (
    <span className={state === 'failed' ? 'outbox-failed' : undefined}>
      <span aria-hidden>{messages.signs[state]}</span> {messages.states[state]}
      {reason === null ? null : <span className="small dim"> · {messages.reasons[reason]}</span>}
      {isAgain ? <span className="small dim"> · {messages.next(shownTime(due_at))}</span> : null}
    </span>
  )
}

function Resend({ letter: { id, state } }: { letter: OutboundMessage }) {
  const cache = useQueryClient()
  const resend = useAction((_: null, key) => request(resendMessage, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.resent)
      void invalidate(cache, listOutboundMessages)
    },
  })
  if (state === 'queued') return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={resend.busy}
      aria-label={messages.resendOf(id)}
      onClick={() => void resend.run(null)}
    >
      {messages.resend}
    </Button>
  )
}
