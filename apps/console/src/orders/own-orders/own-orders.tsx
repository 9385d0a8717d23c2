import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { listOrders } from '@dispecerat/contract/orders/orders'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { goodsMessages } from '../../shared/orders/goods-messages.ts'
import { OrderStateBadge } from '../../shared/orders/order-state-badge.tsx'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { companyMessages as messages } from '../../text/company-messages.ts'
import { dayAndTime, hourAndMinute, money, shortAddress, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { OWN_TABS, type OwnTab, STATES_OF_TAB } from './own-tabs.ts'

const PER_PAGE = 30
const KEYS_OF_TAB = { live: 'tabLive', finished: 'tabFinished', canceled: 'tabCanceled' } as const

interface Props {
  tab: OwnTab
  openId: string | undefined
  onTab: (tab: OwnTab) => void
}

/** The account's orders by state, live. */
export function OwnOrders({ tab, openId, onTab }: Props) {
  const { orderPath } = useWorkspace()
  const interval = useFallbackInterval(FALLBACK_MS.lists)
  const { data, isError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: endpointKey(listOrders, { query: { states: STATES_OF_TAB[tab] } }, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      request(listOrders, { query: { states: STATES_OF_TAB[tab], page: pageParam, per_page: PER_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: interval,
  })
  const orders = data?.pages.flatMap((page) => page.data)
  return (
    <section className="panel own-orders" aria-label={messages.list}>
      <LinkButton
        to={orderPath}
        params={{ id: '0' }}
        search={{ tab }}
        size="sm"
        rightSection={<KeyHint of="newOrder" />}
        aria-keyshortcuts={ariaKeys('newOrder')}
      >
        {messages.newOrder}
      </LinkButton>
      <Tabs
        value={tab}
        onChange={(next) => onTab(OWN_TABS.find((each) => each === next) ?? 'live')}
        keepMounted={false}
      >
        <Tabs.List grow>
          {OWN_TABS.map((each) => (
            <Tabs.Tab key={each} value={each} aria-keyshortcuts={ariaKeys(KEYS_OF_TAB[each])}>
              {messages.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className="own-panel">
          {isError && !orders ? <LoadFailed onRetry={() => void refetch()} /> : null}
          {orders === undefined && !isError ? <Waiting /> : null}
          {orders?.length === 0 ? <p className="own-empty dim">{messages.empty[tab]}</p> : null}
          {orders && orders.length > 0 ? (
            <ul className="own-list" aria-label={messages.tabs[tab]} onKeyDown={moveFocus}>
              {orders.map((order) => (
                <OwnOrder key={order.id} order={order} tab={tab} isOpen={String(order.id) === openId} />
              ))}
            </ul>
          ) : null}
          {hasNextPage ? (
            <Button size="compact-sm" variant="default" onClick={() => void fetchNextPage()}>
              {messages.more}
            </Button>
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}

function OwnOrder({ order, tab, isOpen }: { order: OrderView; tab: OwnTab; isOpen: boolean }) {
  const { orderPath } = useWorkspace()
  const last = order.places.at(-1)?.name ?? order.address ?? ro.lists.noAddress
  const via = order.places.length > 2 ? ` +${order.places.length - 2}` : ''
  return (
    <li>
      <Link
        to={orderPath}
        params={{ id: String(order.id) }}
        search={{ tab }}
        preload={false}
        className={`own-order${isOpen ? ' own-order-open' : ''}`}
        aria-current={isOpen ? 'page' : undefined}
      >
        <OrderStateBadge state={order.state} tripState={order.trip_state} />
        <span className="own-where">
          <span className="own-address" title={order.places.map(({ name }) => name).join(' → ')}>
            {shortAddress(last)}
            {via}
          </span>
          <span className="small dim">
            {[order.name, order.cod_amount === null ? null : `${goodsMessages.cod} ${money(order.cod_amount)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="own-end digits">
          <WhenOf order={order} />
          <b>{order.car_indicativ ?? '—'}</b>
        </span>
      </Link>
    </li>
  )
}

function WhenOf({ order }: { order: OrderView }) {
  if (order.state === 'finished' || order.state === 'canceled') {
    return <time>{shownTime(order.trip_finished_at ?? order.canceled_at ?? order.created_at, dayAndTime)}</time>
  }
  return <time>{shownTime(order.departure_time, hourAndMinute)}</time>
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Waiting() {
  return (
    <div role="status" aria-label={ro.loading}>
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} height={40} my={4} />
      ))}
    </div>
  )
}
