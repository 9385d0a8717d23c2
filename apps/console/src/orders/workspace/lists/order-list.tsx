import type { OrderListName } from '@dispecerat/domain/orders/order'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useUser } from '../../../api/session.ts'
import { loadList, loadMore, useOrderPanel } from '../../../shared/orders/order-lists.store.ts'
import { hasMore, PAGE } from '../../../shared/orders/order-lists.ts'
import { useOrderActions } from '../../../shared/orders/use-order-actions.tsx'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { useRowWindow } from '../../../ui/use-row-window.ts'
import { EmptyList, ListFreshness, ListSkeleton } from './list-states.tsx'
import { OrderRowLine } from './order-row.tsx'
import type { MenuPlace } from './row-menu.tsx'
import { useAnchoredScroll } from './use-anchored-scroll.ts'
import { useListCursor } from './use-list-cursor.ts'

const RowMenu = later(() => import('./row-menu.tsx').then((m) => m.RowMenu))
const OrderHistory = later(() => import('../../../shared/orders/history/order-history.tsx').then((m) => m.OrderHistory))

interface Props {
  kind: OrderListName
  /** The ids to render, already filtered. */
  ids: readonly number[]
  /** Identifies the filter; empty without one. */
  filter: string
  /** Loads the next page of a server search; null when there is none. */
  onMoreFound: (() => void) | null
}

/** The virtualised list of one tab. */
export function OrderList(props: Props) {
  const { kind, ids, filter } = props
  const loadedAt = useOrderPanel((s) => s.lists[kind].loadedAt)
  const failed = useOrderPanel((s) => s.failed[kind] ?? false)
  const { rowHeight } = useWorkspace()
  if (loadedAt === null) {
    return failed ? <LoadFailed onRetry={() => void loadList(kind)} /> : <ListSkeleton rowHeight={rowHeight} />
  }
  return (
    <>
      <ListFreshness kind={kind} />
      {ids.length === 0 ? <EmptyList kind={kind} isSearch={filter !== ''} /> : <Rows {...props} />}
    </>
  )
}

function Rows({ kind, ids, filter, onMoreFound }: Props) {
  const actions = useOrderActions()
  const me = useUser()
  const workspace = useWorkspace()
  const actor = useMemo(() => ({ userId: me.id, roles: me.roles, permissions: me.permissions }), [me])
  const { id: openId } = useParams({ strict: false })
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [historyOf, setHistoryOf] = useState<number | null>(null)
  const { rowHeight } = workspace
  const { list, loading, view, cursor, onKeyDown } = useGrowingRows({ kind, ids, filter }, scroller, rowHeight)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links inside, the menu belongs to them */}
      <div
        ref={scroller}
        className="order-list"
        /* While the menu is opening and not focused yet, arrow keys are meant for it. */
        onKeyDown={menu === null ? onKeyDown : undefined}
        onFocus={cursor.onFocus}
        onBlur={cursor.onBlur}
        onContextMenu={(event) => openMenu(event, setMenu)}
      >
        <ul aria-label={ro.lists.tabs[kind]} style={{ height: view.height, position: 'relative' }}>
          {/* The row that Tab reaches is always rendered, even when it is scrolled out of view. */}
          {view.rows(cursor.index).map((row) => {
            const id = ids[row]
            if (id === undefined) return null
            return (
              <OrderRowLine
                key={id}
                id={id}
                kind={kind}
                workspace={workspace}
                top={row * rowHeight}
                height={rowHeight}
                position={row + 1}
                total={filter === '' && hasMore(list) ? -1 : ids.length}
                isTabStop={row === cursor.index}
                isOpen={String(id) === openId}
                actor={actor}
                onRetry={actions.retry}
                onRemoveFromCalls={actions.removeFromCalls}
              />
            )
          })}
        </ul>
        {filter === '' && isClosed(kind) && hasMore(list) ? (
          <MoreButton text={ro.lists.more} busy={loading} onClick={() => void loadMore(kind, list.ids.length + PAGE)} />
        ) : null}
        {onMoreFound ? <MoreButton text={ro.lists.moreResults} busy={false} onClick={onMoreFound} /> : null}
      </div>
      <Suspense fallback={null}>
        {menu ? <RowMenu place={menu} onClose={() => setMenu(null)} onHistory={setHistoryOf} /> : null}
        {historyOf === null ? null : <OrderHistory orderId={historyOf} onClose={() => setHistoryOf(null)} />}
      </Suspense>
    </>
  )
}

/** The rows in view and the cursor; an open list loads its next pages as either comes near the end. */
function useGrowingRows(
  { kind, ids, filter }: Omit<Props, 'onMoreFound'>,
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const list = useOrderPanel((s) => s.lists[kind])
  const loading = useOrderPanel((s) => s.loading[kind] ?? false)
  /** End was pressed before the last page had loaded. */
  const wantsEnd = useRef(false)
  const growsByItself = filter === '' && !isClosed(kind) && hasMore(list)
  const view = useRowWindow(scroller, ids.length, rowHeight)
  const cursor = useListCursor(ids, scroller, {
    show: view.show,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    onEnd: () => {
      wantsEnd.current = growsByItself
    },
  })
  useAnchoredScroll(scroller, ids, { rowHeight, of: `${kind} ${filter}`, moved: view.measure })

  useEffect(() => {
    if (!growsByItself || loading) return
    if (wantsEnd.current) void loadMore(kind, Number.POSITIVE_INFINITY)
    else if (view.last > ids.length - PAGE) void loadMore(kind, ids.length + 5 * PAGE)
  }, [growsByItself, loading, view.last, ids.length, kind])
  useEffect(() => {
    if (!wantsEnd.current || growsByItself) return
    wantsEnd.current = false
    cursor.goTo(ids.length - 1)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    wantsEnd.current = false
    cursor.onKeyDown(event)
  }
  return { list, loading, view, cursor, onKeyDown }
}

/** Closed orders accumulate without limit, so their next page is loaded on request. */
function isClosed(kind: OrderListName): boolean {
  return kind === 'finished' || kind === 'canceled'
}

/** Opens the menu at the pointer, or at the row when a key was pressed. */
function openMenu(event: MouseEvent<HTMLDivElement>, open: (place: MenuPlace) => void) {
  const line = (event.target as HTMLElement).closest<HTMLElement>('[data-order]')
  if (!line) return
  event.preventDefault()
  const box = line.getBoundingClientRect()
  const byKeyboard = event.clientX === 0 && event.clientY === 0
  open({
    id: Number(line.dataset.order),
    x: byKeyboard ? box.left + 24 : event.clientX,
    y: byKeyboard ? box.top + 24 : event.clientY,
    returnTo: line.querySelector<HTMLElement>('.order-link'),
  })
}

function MoreButton({ text, busy, onClick }: { text: string; busy: boolean; onClick: () => void }) {
  return (
    <div className="list-more">
      <Button size="compact-sm" variant="default" loading={busy} onClick={onClick}>
        {text}
      </Button>
    </div>
  )
}
