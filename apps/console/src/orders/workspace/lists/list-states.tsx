import type { OrderListName } from '@dispecerat/domain/orders/order'
import { Button, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { FALLBACK_MS, useNet } from '../../../realtime/net-state.ts'
import { loadList, useOrderPanel } from '../../../shared/orders/order-lists.store.ts'
import { duration, hourToSecond } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import { useNow } from '../../../ui/now.ts'

const MiniGame = later(() => import('../mini-game/mini-game.tsx').then((m) => m.MiniGame))
/** The age of the list is shown only after this many missed polls. */
const MISSED_POLLS = 2

/** One sentence; in the empty list of calls, the game. */
export function EmptyList({ kind, isSearch }: { kind: OrderListName; isSearch: boolean }) {
  if (isSearch) return <p className="list-empty dim">{ro.lists.noMatch}</p>
  return (
    <div className="list-empty">
      <p className="dim">{ro.lists.empty[kind]}</p>
      {kind === 'in-call' ? (
        <Suspense fallback={null}>
          <MiniGame />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Placeholder bars in the size of rows; shown only when the reply is slow. */
export function ListSkeleton({ rowHeight }: { rowHeight: number }) {
  return (
    <div className="order-list list-skeleton" role="status" aria-label={ro.loading}>
      {Array.from({ length: 10 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ten equal bars have no other name
        <Skeleton key={line} height={rowHeight - 8} my={4} animate={false} />
      ))}
    </div>
  )
}

/** State of the whole list: loading again, failed, or its age. */
export function ListFreshness({ kind }: { kind: OrderListName }) {
  const loading = useOrderPanel((s) => s.loading[kind] ?? false)
  const failed = useOrderPanel((s) => s.failed[kind] ?? false)
  const loadedAt = useOrderPanel((s) => s.lists[kind].loadedAt)
  if (loadedAt === null) return null
  return (
    <>
      {loading ? <div className="list-progress" role="progressbar" aria-label={ro.lists.refetching} /> : null}
      {failed ? (
        <div className="list-failed small" role="alert">
          <span>{ro.lists.failedAt(hourToSecond(new Date(loadedAt)))}</span>
          <Button size="compact-xs" variant="default" onClick={() => void loadList(kind)}>
            {ro.failures.retry}
          </Button>
        </div>
      ) : (
        <Age kind={kind} loadedAt={loadedAt} />
      )}
    </>
  )
}

function Age({ kind, loadedAt }: { kind: OrderListName; loadedAt: number }) {
  const isPushed = useNet((s) => s.status) === 'open'
  const seconds = useNow(({ now }) => Math.floor((now - loadedAt) / 1000))
  const timeout = (MISSED_POLLS * (kind === 'in-call' ? FALLBACK_MS.inCall : FALLBACK_MS.lists)) / 1000
  if (isPushed || seconds <= timeout) return null
  return (
    <p className="list-stale small" title={ro.lists.staleHint}>
      <span aria-hidden>◷</span> {ro.lists.stale(duration(seconds))}
    </p>
  )
}
