import type { PriorityWindow } from '@dispecerat/contract/fleet/priority-windows'
import { ActionIcon, Pagination, Skeleton, Table } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { dayAndTime, shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useNow } from '../../ui/now.ts'
import { windowState } from './priority-form.ts'
import { priorityMessages } from './priority-messages.ts'
import { type usePriorityWindows, WINDOWS_PER_PAGE } from './use-priority-windows.ts'

const messages = priorityMessages
const SIGN = { now: '●', next: '○', past: '–' } as const

interface Props {
  list: ReturnType<typeof usePriorityWindows>['list']
  page: number
  onPage: (page: number) => void
  onRemove: (id: number) => void
}

/** The saved windows, ten a page, with the call signs of their drivers. */
export function PriorityWindows({ list, page, onPage, onRemove }: Props) {
  const { data, isError, refetch } = list
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / WINDOWS_PER_PAGE))
  return (
    <section aria-labelledby="priority-windows-title" className="priority-windows">
      <h3 id="priority-windows-title" className="panel-title">
        {messages.previous}
      </h3>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={120} /> : null}
      {data && data.total === 0 ? <p className="dim small">{messages.empty}</p> : null}
      {data && data.total > 0 ? <WindowTable windows={data.data} onRemove={onRemove} /> : null}
      {pages > 1 ? (
        <Pagination
          size="sm"
          total={pages}
          value={Math.min(page, pages)}
          onChange={onPage}
          aria-label={messages.pages}
          getItemProps={(n) => ({ 'aria-label': messages.page(n) })}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? messages.previousPage : messages.nextPage,
          })}
        />
      ) : null}
    </section>
  )
}

function WindowTable({ windows, onRemove }: { windows: readonly PriorityWindow[]; onRemove: (id: number) => void }) {
  const now = useNow((s) => s.now)
  return (
    <Table verticalSpacing={3}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.from}</Table.Th>
          <Table.Th>{messages.to}</Table.Th>
          <Table.Th>{messages.signs}</Table.Th>
          <Table.Th>{messages.state}</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {windows.map((window) => {
          const state = windowState(window, now)
          return (
            <Table.Tr key={window.id}>
              <Table.Td className="digits">{shownTime(window.from, dayAndTime)}</Table.Td>
              <Table.Td className="digits">{shownTime(window.to, dayAndTime)}</Table.Td>
              <Table.Td className="digits">{window.users.map(({ indicativ }) => indicativ).join(', ')}</Table.Td>
              <Table.Td>
                <span className={`tag${state === 'now' ? ' tag-good' : ''}`}>
                  <span aria-hidden>{SIGN[state]}</span> {messages.states[state]}
                </span>
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={messages.remove(shownTime(window.from, dayAndTime))}
                  onClick={() => onRemove(window.id)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
