import {
  endSessionOfPerson,
  endSessionsOfPerson,
  listSessionsOfPerson,
  type PersonSession,
} from '@dispecerat/contract/office/person-sessions'
import { Button, Skeleton, Table } from '@mantine/core'
import { ApiError } from '../../../api/api-error.ts'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import { shownTime } from '../../../text/format.ts'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { sessionMessages as messages } from '../session-messages.ts'

const nameOf = ({ device }: PersonSession) => device ?? messages.unknownDevice

/** Sessions of a person. Those on a lost telephone or computer can be ended here, at once. */
export function PersonSessions({ userId, onChange }: { userId: number; onChange: () => void }) {
  const params = { id: userId }
  const { data, error, refetch } = useEndpointQuery(
    listSessionsOfPerson,
    { params },
    { retry: (count, failure) => !(failure instanceof ApiError && failure.status < 500) && count < 3 },
  )
  const done = (text: string) => () => {
    toast.good(text)
    void refetch()
    onChange()
  }
  const endOne = useAction(
    (session_id: number, key) => request(endSessionOfPerson, { params: { ...params, session_id } }, { key }),
    { done: done(messages.endedOne) },
  )
  const endAll = useAction((id: number, key) => request(endSessionsOfPerson, { params: { id } }, { key }), {
    done: done(messages.endedAll),
  })
  const confirmEnd = (text: string, yes: string, onYes: () => void) => confirm({ text, yes, danger: true, onYes })
  const isBusy = endOne.busy || endAll.busy
  const sessions = data?.data
  return (
    <EditSection title={messages.title}>
      <div className="wide">
        <p className="small dim">{messages.hint}</p>
        {!sessions && error ? <SessionsFailed error={error} onRetry={() => void refetch()} /> : null}
        {!sessions && !error ? <Skeleton height={60} /> : null}
        {sessions?.length === 0 ? <p className="dim">{messages.none}</p> : null}
        {sessions && sessions.length > 0 ? (
          <>
            <SessionTable
              sessions={sessions}
              isBusy={isBusy}
              onEnd={(one) => confirmEnd(messages.confirmOne(nameOf(one)), messages.end, () => void endOne.run(one.id))}
            />
            <Button
              mt="xs"
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              onClick={() => confirmEnd(messages.confirmAll, messages.endAll, () => void endAll.run(userId))}
            >
              {messages.endAll}
            </Button>
          </>
        ) : null}
      </div>
    </EditSection>
  )
}

/**
 * Sessions of a person who also works for another company can be ended only by the platform: the server says so, and
 * a retry is of no use.
 */
function SessionsFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefused = error instanceof ApiError && error.status === 403
  return isRefused ? <p className="dim">{error.message}</p> : <LoadFailed onRetry={onRetry} />
}

interface SessionTableProps {
  sessions: readonly PersonSession[]
  isBusy: boolean
  onEnd: (session: PersonSession) => void
}

function SessionTable({ sessions, isBusy, onEnd }: SessionTableProps) {
  return (
    <div className="person-sessions">
      <Table verticalSpacing={4} striped={false} aria-label={messages.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.device}</Table.Th>
            <Table.Th>{messages.network}</Table.Th>
            <Table.Th>{messages.since}</Table.Th>
            <Table.Th>{messages.lastSeen}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>{nameOf(session)}</Table.Td>
              <Table.Td className="digits">{session.network}</Table.Td>
              <Table.Td className="digits">{shownTime(session.created_at)}</Table.Td>
              <Table.Td className="digits">{shownTime(session.last_used_at)}</Table.Td>
              <Table.Td align="right">
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isBusy}
                  aria-label={messages.endOf(nameOf(session))}
                  onClick={() => onEnd(session)}
                >
                  {messages.end}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
