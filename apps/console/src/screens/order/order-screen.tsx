import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NewOrder } from './new-order.tsx'
import './order.css'
import { SavedDraft } from './saved-draft.tsx'
import { useOrder } from './use-order.ts'

const SavedOrder = later(() => import('./saved-order.tsx').then((m) => m.SavedOrder))

/** Id 0 is a new order; any other id loads that order. */
export function OrderScreen() {
  const { id } = useParams({ from: '/app/operator/order/$id' })
  const orderId = Number(id)
  useEffect(() => {
    document.title = `${orderId === 0 ? ro.titles.newOrder : ro.titles.order(orderId)} · ${ro.app}`
  }, [orderId])
  return <div className="order-screen">{orderId === 0 ? <NewOrder /> : <LoadedOrder key={orderId} id={orderId} />}</div>
}

function LoadedOrder({ id }: { id: number }) {
  const { data, error, refetch } = useOrder(id)
  const isGone = error instanceof ApiError && error.status === 404
  const order = isGone ? undefined : data?.data
  if (order?.state === 'new') return <SavedDraft key={order.version} order={order} />
  if (order) {
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <SavedOrder order={order} />
      </Suspense>
    )
  }
  if (error) {
    return (
      <div className="panel">
        <LoadFailed
          text={error instanceof ApiError && !error.isSilence ? error.message : ro.failures.network}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  return <Skeleton height={320} />
}
