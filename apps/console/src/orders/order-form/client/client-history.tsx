import { searchOrders } from '@dispecerat/contract/orders/order-search'
import type { OrderView, PlaceView } from '@dispecerat/contract/orders/order-shapes'
import { Button, Group, Modal, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { OrderResults, PLACE_COLUMNS, type ResultColumn } from '../../../shared/orders/order-results.tsx'
import { findMessages } from '../../../text/find-messages.ts'
import { ro } from '../../../text/ro.ts'
import { useEscLayer } from '../../../ui/dialogs/esc-layer.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'

const messages = findMessages.clientHistory
/** Rows per page, and rows per request. */
const SHOWN = 20
const PER_REQUEST = 30

interface Props {
  clientId: number | null
  /** A phone without a client record is found by its number alone. */
  phone: string
  onClose: () => void
  /** Called with the places of the order on which Enter was pressed. */
  onPick?: (places: readonly PlaceView[]) => void
}

/** The client's earlier orders, newest first; loaded pages stay in the cache, so going back is immediate. */
export function ClientHistory({ clientId, phone, onClose, onPick }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const { orders, total, isError, isLoading, isMoreComing, fetchMore, retry } = useHistory(clientId, phone)
  const [page, setPage] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const from = page * SHOWN
  const shown = orders.slice(from, from + SHOWN)
  const firstId = shown[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page is walked from its first row
  useEffect(() => list.current?.querySelector<HTMLElement>('a[data-row]')?.focus(), [firstId])
  const turn = (to: number) => {
    setPage(to)
    if ((to + 1) * SHOWN > orders.length) fetchMore()
  }
  const pick = (order: OrderView) => {
    onPick?.(order.places)
    toast.good(messages.copied)
    onClose()
  }
  const copy: ResultColumn = {
    name: messages.copy,
    of: (order) => (
      <Button
        size="compact-xs"
        variant="default"
        onClick={(event) => {
          event.preventDefault()
          event.stopPropagation()
          pick(order)
        }}
      >
        {messages.copy}
      </Button>
    ),
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      size={860}
      title={messages.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      {isError ? <LoadFailed onRetry={retry} /> : null}
      {isLoading ? <Skeleton height={300} /> : null}
      {!isLoading && !isError && orders.length === 0 ? <p className="dim">{messages.empty}</p> : null}
      <div ref={list}>
        {shown.length > 0 ? (
          <OrderResults
            label={messages.title}
            orders={shown}
            columns={onPick ? [...PLACE_COLUMNS, copy] : PLACE_COLUMNS}
            {...(onPick ? { onEnter: pick } : {})}
          />
        ) : null}
      </div>
      {isMoreComing && shown.length < SHOWN ? <p className="dim small">{ro.loading}</p> : null}
      {total > 0 ? (
        <Group justify="space-between" mt="sm">
          <span className="small dim" role="status">
            {messages.shown(from + 1, Math.min(from + SHOWN, total), total)}
            {onPick ? ` · ${messages.pick}` : ''}
          </span>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" disabled={page === 0} onClick={() => turn(page - 1)}>
              {findMessages.previous}
            </Button>
            <Button size="compact-sm" variant="default" disabled={from + SHOWN >= total} onClick={() => turn(page + 1)}>
              {findMessages.next}
            </Button>
          </Group>
        </Group>
      ) : null}
    </Modal>
  )
}

function useHistory(knownId: number | null, phone: string) {
  /* A client that becomes known while the dialog is open is ignored: new rows would reset the focus and the page. */
  const [{ clientId, openedFor }, setOpened] = useState({ clientId: knownId, openedFor: phone })
  if (openedFor !== phone) setOpened({ clientId: knownId, openedFor: phone })
  const whose = clientId === null ? { by: 'phone' as const, term: phone } : { driver_or_client_id: clientId }
  const query = useInfiniteQuery({
    queryKey: endpointKey(searchOrders, { body: whose }, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      request(
        searchOrders,
        { body: { ...whose, per_page: PER_REQUEST, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
  })
  const pages = query.data?.pages ?? []
  return {
    orders: pages.flatMap(({ data }) => data),
    total: pages[0]?.meta.total ?? 0,
    isError: query.isError,
    isLoading: query.isLoading,
    isMoreComing: query.isFetchingNextPage,
    fetchMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}
