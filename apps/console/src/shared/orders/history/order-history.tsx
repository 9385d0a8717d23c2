import { orderDriversChannel } from '@dispecerat/contract/api/realtime'
import { readOrderHistory } from '@dispecerat/contract/orders/orders'
import { listRecordingsOfOrder } from '@dispecerat/contract/telephony/call-reports'
import { Modal, Skeleton, Table } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../../../realtime/use-live.ts'
import { dayAndSecond, shownTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { useEscLayer } from '../../../ui/dialogs/esc-layer.ts'
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { useThrottled } from '../../../ui/use-throttled.ts'
import { CallRecordings } from '../../telephone/call-recordings.tsx'
import { HISTORY_LABELS, INITIATOR_LABELS } from '../search-messages.ts'
import { historyDetails } from './history-details.ts'
import { orderHistoryMessages as messages } from './order-history-messages.ts'

const MIN_REFETCH_INTERVAL_MS = 500

/** The history of the order, newest last. */
export function OrderHistory({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const { data, isError, refetch } = useHistory(orderId)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      size="lg"
      title={messages.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <CallRecordings orderId={orderId} />
      {isError ? <LoadFailed text={messages.failed} onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={160} /> : null}
      {data?.data.length === 0 ? <p className="dim">{messages.empty}</p> : null}
      {data && data.data.length > 0 ? (
        <Table verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.when}</Table.Th>
              <Table.Th>{messages.what}</Table.Th>
              <Table.Th>{messages.who}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td className="digits">{shownTime(item.timestamp, dayAndSecond)}</Table.Td>
                <Table.Td>
                  {HISTORY_LABELS[item.type] ?? item.type}
                  <span className="dim">
                    {historyDetails(item.data)
                      .map((part) => ` · ${part}`)
                      .join('')}
                  </span>
                </Table.Td>
                <Table.Td>
                  {INITIATOR_LABELS[item.initiator.kind] ?? item.initiator.kind}
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

/** Loaded once, and refetched with the order's recordings on every event about the order. */
function useHistory(orderId: number) {
  const cache = useQueryClient()
  const order = { params: { id: orderId } }
  const readAgain = useThrottled(
    () => invalidate(cache, [readOrderHistory, order], [listRecordingsOfOrder, order]),
    MIN_REFETCH_INTERVAL_MS,
  )
  const onEvent = ({ order_id }: { order_id: number }) => {
    if (order_id === orderId) readAgain()
  }
  useChannel(orderDriversChannel(orderId), readAgain)
  useLive('ws_order_drivers', onEvent)
  useLive('live_orders_updated', onEvent)
  useLive('order_canceled', onEvent)
  useResync(readAgain)
  return useEndpointQuery(readOrderHistory, order, {
    staleTime: 0,
    refetchInterval: useFallbackInterval(FALLBACK_MS.lists),
  })
}
