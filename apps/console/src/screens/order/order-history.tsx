import { readOrderHistory } from '@dispecerat/contract/orders'
import { Modal, Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dayAndSecond, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { HISTORY_WORDS, INITIATOR_WORDS } from '../../text/search-words.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'

const words = ro.order.history

/** Everything that happened to the order, newest last. */
export function OrderHistory({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  useFocusReturn()
  const { data, isError, refetch } = useQuery({
    queryKey: ['order', orderId, 'history'],
    queryFn: ({ signal }) => call(readOrderHistory, { params: { id: orderId } }, { signal }),
    staleTime: 0,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={words.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      {isError ? <LoadFailed text={words.failed} onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={160} /> : null}
      {data?.data.length === 0 ? <p className="dim">{words.empty}</p> : null}
      {data && data.data.length > 0 ? (
        <Table verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.when}</Table.Th>
              <Table.Th>{words.what}</Table.Th>
              <Table.Th>{words.who}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td className="digits">{shownTime(item.timestamp, dayAndSecond)}</Table.Td>
                <Table.Td>
                  {HISTORY_WORDS[item.type] ?? item.type}
                  <span className="dim">{detailOf(item.data)}</span>
                </Table.Td>
                <Table.Td>
                  {INITIATOR_WORDS[item.initiator.kind] ?? item.initiator.kind}
                  {item.initiator.name ? ` · ${item.initiator.name}` : ''}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Modal>
  )
}

/** The little of an item's data that a person can use: which step, how many drivers, minutes promised. */
function detailOf(data: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  if (typeof data.step === 'number') parts.push(words.step(data.step))
  if (typeof data.drivers === 'number') parts.push(words.drivers(data.drivers))
  if (typeof data.waiting_driver_time === 'number') parts.push(ro.order.driver.promised(data.waiting_driver_time))
  return parts.map((part) => ` · ${part}`).join('')
}
