import { ORDER_LISTS, type OrderListName } from '@dispecerat/domain/order'
import { CloseButton, Tabs, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { ro } from '../../text/ro.ts'
import { OrderList } from './order-list.tsx'
import { searchServer, useOrderPanel } from './order-lists.store.ts'
import { filterIds } from './order-lists.ts'
import { useOrderPanelLife } from './use-order-panel.ts'

const route = getRouteApi('/app/operator')
const TAB_KEYS = { 'in-call': 'tabInCall', live: 'tabLive', finished: 'tabFinished', canceled: 'tabCanceled' } as const
const COUNT_OF = {
  'in-call': 'inCallOrdersCount',
  live: 'liveOrdersCount',
  finished: 'finishedOrdersCount',
  canceled: 'canceledOrdersCount',
} as const

/** Left column: tabs with live counts, the search box and the list. */
export function OrderPanel() {
  const { tab = 'live' } = route.useSearch()
  const navigate = useNavigate()
  const counts = useOrderPanel((s) => s.counts)
  useOrderPanelLife(tab)

  // From '.' and without a route, so that the open order stays open.
  const show = (kind: OrderListName) =>
    void navigate({ to: '.', search: (kept) => ({ ...kept, tab: kind }), replace: true })
  useKey('tabInCall', () => show('in-call'))
  useKey('tabLive', () => show('live'))
  useKey('tabFinished', () => show('finished'))
  useKey('tabCanceled', () => show('canceled'))

  return (
    <section className="lists panel" aria-label={ro.lists.label}>
      <Tabs value={tab} onChange={(kind) => kind && show(kind as OrderListName)} className="list-tabs">
        <Tabs.List grow>
          {ORDER_LISTS.map((kind) => (
            <Tabs.Tab key={kind} value={kind} px={6} py={8} aria-keyshortcuts={ariaKeys(TAB_KEYS[kind])}>
              {ro.lists.tabs[kind]} <b className="digits">{counts?.[COUNT_OF[kind]] ?? ''}</b>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className="list-panel">
          <SearchedList key={tab} kind={tab} />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}

function SearchedList({ kind }: { kind: OrderListName }) {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const list = useOrderPanel((s) => s.lists[kind])
  const byId = useOrderPanel((s) => s.byId)
  useKey('searchList', () => box.current?.focus())

  const fromServer = useQuery({
    queryKey: ['order-search', kind, asked],
    queryFn: ({ signal }) => searchServer(kind, asked ?? '', signal),
    enabled: asked !== null,
  })
  const local = useMemo(() => filterIds(list.ids, byId, q), [list.ids, byId, q])
  const isServerSearch = asked !== null && fromServer.data !== undefined
  const ids = isServerSearch ? fromServer.data : local

  const type = (text: string) => {
    setAsked(null)
    void navigate({ to: '.', search: (kept) => ({ ...kept, q: text === '' ? undefined : text }), replace: true })
  }
  return (
    <>
      <TextInput
        ref={box}
        m={6}
        aria-label={ro.lists.search}
        aria-keyshortcuts={ariaKeys('searchList')}
        placeholder={`${ro.lists.search}  ( / )`}
        title={ro.lists.searchHint}
        leftSection={<IconSearch size={14} />}
        rightSection={
          q === '' ? null : <CloseButton size="sm" aria-label={ro.lists.clearSearch} onClick={() => type('')} />
        }
        value={q}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && q.trim() !== '') setAsked(q.trim())
        }}
      />
      {isServerSearch ? <p className="server-note small dim">{ro.lists.serverResults(ids.length)}</p> : null}
      <OrderList kind={kind} ids={ids} isSearch={q !== ''} />
    </>
  )
}
