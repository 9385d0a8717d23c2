import { ORDER_LISTS, type OrderListName } from '@dispecerat/domain/orders/order'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { loadMore, useOrderPanel } from '../../shared/orders/order-lists.store.ts'
import { filterIds, hasMore } from '../../shared/orders/order-lists.ts'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { ro } from '../../text/ro.ts'
import { ListTabs } from './lists/list-tabs.tsx'
import { OrderList } from './lists/order-list.tsx'
import { useServerSearch } from './lists/use-server-search.ts'
import { useOrderPanelLife } from './use-order-panel.ts'

/** Left column: tabs with live counts, the search box and the list. */
export function OrderPanel() {
  const { tab = 'live' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { kind: workspace } = useWorkspace()
  useOrderPanelLife(tab)

  /* Navigates from '.' without a route, so that the open order stays open. */
  const show = (kind: OrderListName) =>
    void navigate({ to: '.', search: (search) => ({ ...search, tab: kind }), replace: true })
  useKey('tabInCall', () => show('in-call'))
  useKey('tabLive', () => show('live'))
  useKey('tabFinished', () => show('finished'))
  useKey('tabCanceled', () => show('canceled'))

  return (
    <section className="lists panel" aria-label={ro.lists.label}>
      <ListTabs tabs={ORDER_LISTS} messages={ro.lists.workspaceTabs[workspace]} shown={tab} onShow={show}>
        <SearchedList key={tab} kind={tab} />
      </ListTabs>
    </section>
  )
}

function SearchedList({ kind }: { kind: OrderListName }) {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const list = useOrderPanel((s) => s.lists[kind])
  const byId = useOrderPanel((s) => s.byId)
  /* A changed row may begin or cease to match; without a filter changes of rows do not matter. */
  const version = useOrderPanel((s) => (q === '' ? 0 : s.version))
  const server = useServerSearch(kind)
  useKey('searchList', () => box.current?.focus())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change in place, `version` tells when
  const local = useMemo(() => filterIds(list.ids, byId, q), [list.ids, byId, q, version])
  const ids = server.found?.ids ?? local

  const isWorked = kind === 'in-call' || kind === 'live'
  const mustLoadAll = q !== '' && isWorked && hasMore(list)
  useEffect(() => {
    if (mustLoadAll) void loadMore(kind, Number.POSITIVE_INFINITY)
  }, [mustLoadAll, kind])

  const type = (text: string) => {
    server.forget()
    void navigate({ to: '.', search: (search) => ({ ...search, q: text === '' ? undefined : text }), replace: true })
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
          if (event.key === 'Enter' && q.trim() !== '') server.search(q.trim())
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            document.querySelector<HTMLElement>('.order-list .order-link[tabindex="0"]')?.focus()
          }
        }}
      />
      <p className="server-note small dim" role="status">
        {server.busy ? ro.lists.searching : server.found ? ro.lists.serverResults(ids.length) : ''}
      </p>
      <OrderList kind={kind} ids={ids} filter={server.found ? `${q}\n` : q} onMoreFound={server.more} />
    </>
  )
}
