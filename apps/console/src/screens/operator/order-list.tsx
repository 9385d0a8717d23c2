import type { OrderListName } from '@dispecerat/domain/order'
import { Button, Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useOrderActions } from '../../parts/use-order-actions.tsx'
import { ro } from '../../text/ro.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { loadList, loadMore, useOrderPanel } from './order-lists.store.ts'
import { hasMore } from './order-lists.ts'
import { OrderRowLine } from './order-row.tsx'
import { type MenuPlace, RowMenu } from './row-menu.tsx'

const ROW_HEIGHT = 44

/** The virtualised list of one tab; `ids` are already filtered, `isSearch` tells that they are not the whole list. */
export function OrderList({ kind, ids, isSearch }: { kind: OrderListName; ids: readonly number[]; isSearch: boolean }) {
  const list = useOrderPanel((s) => s.lists[kind])
  const failed = useOrderPanel((s) => s.failed[kind] ?? false)
  const actions = useOrderActions()
  const me = useUser()
  const { id: openId } = useParams({ strict: false }) as { id?: string }
  const scroller = useRef<HTMLDivElement>(null)
  const [tabStop, setTabStop] = useState(0)
  const [menu, setMenu] = useState<MenuPlace | null>(null)

  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    getItemKey: (index) => ids[index] ?? index,
  })
  const stop = Math.min(tabStop, Math.max(0, ids.length - 1))

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(ids.length - 1, index))
    setTabStop(next)
    virtualizer.scrollToIndex(next)
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-order="${ids[next]}"] .order-link`)
        ?.focus({ preventScroll: true }),
    )
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -ids.length,
      End: ids.length,
    }
    const step = steps[event.key]
    // While the menu is on its way to the focus, arrows are meant for it.
    if (step === undefined || event.altKey || event.ctrlKey || menu !== null) return
    event.preventDefault()
    goTo(stop + step)
  }

  const openMenu = (event: MouseEvent<HTMLDivElement>) => {
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-order]')
    if (!line) return
    event.preventDefault()
    const box = line.getBoundingClientRect()
    const byKeyboard = event.clientX === 0 && event.clientY === 0
    setMenu({
      id: Number(line.dataset.order),
      x: byKeyboard ? box.left + 24 : event.clientX,
      y: byKeyboard ? box.top + 24 : event.clientY,
      returnTo: line.querySelector<HTMLElement>('.order-link'),
    })
  }

  if (list.total === null) {
    return failed ? <LoadFailed onRetry={() => void loadList(kind)} /> : <ListSkeleton />
  }
  if (ids.length === 0) return <p className="list-empty dim">{isSearch ? ro.lists.noMatch : ro.lists.empty[kind]}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links inside, the menu belongs to them */}
      <div ref={scroller} className="order-list" onKeyDown={onKeyDown} onContextMenu={openMenu}>
        <ul aria-label={ro.lists.tabs[kind]} style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map((item) => {
            const id = ids[item.index]
            if (id === undefined) return null
            return (
              <OrderRowLine
                key={id}
                id={id}
                kind={kind}
                top={item.start}
                position={item.index + 1}
                total={ids.length}
                isTabStop={item.index === stop}
                isOpen={String(id) === openId}
                ownerId={me.id}
                onRetry={actions.retry}
                onRemoveFromCalls={actions.removeFromCalls}
              />
            )
          })}
        </ul>
        {!isSearch && (kind === 'finished' || kind === 'canceled') && hasMore(list) ? (
          <div className="list-more">
            <Button size="compact-sm" variant="default" onClick={() => void loadMore(kind)}>
              {ro.lists.more}
            </Button>
          </div>
        ) : null}
      </div>
      {menu ? <RowMenu place={menu} onClose={() => setMenu(null)} /> : null}
    </>
  )
}

function ListSkeleton() {
  return (
    <div className="order-list" role="status" aria-label={ro.loading}>
      {Array.from({ length: 10 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ten equal bars have no other name
        <Skeleton key={line} height={36} my={4} />
      ))}
    </div>
  )
}
