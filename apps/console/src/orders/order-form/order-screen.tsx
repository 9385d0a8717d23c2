import type { CallView } from '@dispecerat/contract/telephony/calls'
import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Activity, Suspense, useEffect, useState } from 'react'
import { ApiError, isMissing } from '../../api/api-error.ts'
import { useFormNotices } from '../../shared/orders/order-notices.ts'
import { settleAnswering, useAnswering } from '../../shared/telephone/answering.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NewOrder } from './new-order.tsx'
import './order.css'
import { SavedDraft } from './saved/saved-draft.tsx'
import { useOrder } from './use-order.ts'

const SavedOrder = later(() => import('./saved/saved-order.tsx').then((m) => m.SavedOrder))

/** Id 0 is a new order; any other id loads that order. The form of a call being answered is shown before either. */
export function OrderScreen() {
  const { id } = useParams({ strict: false })
  const orderId = Number(id ?? 0)
  const answering = useAnswering((s) => s.now)
  const isCallers = answering !== null && answering.orderId === orderId
  useEffect(() => {
    if (isCallers) settleAnswering()
  }, [isCallers])
  const isAhead = answering?.isAhead === true
  return (
    <>
      {answering !== null && (isAhead || isCallers) ? (
        <div key={`call-${answering.call.id}`} className="order-screen">
          <LoadedOrder id={answering.orderId ?? 0} call={answering.call} />
        </div>
      ) : null}
      {isCallers ? null : (
        /* When the answer fails, the screen behind it is shown again with half-typed fields. */
        <Activity mode={isAhead ? 'hidden' : 'visible'}>
          <div className="order-screen">
            {orderId === 0 ? <NewOrder /> : <LoadedOrder key={orderId} id={orderId} call={null} />}
          </div>
        </Activity>
      )}
    </>
  )
}

/** `call` is the call being answered; the id is 0 until its draft has one. */
function LoadedOrder({ id, call }: { id: number; call: CallView | null }) {
  const { data, error, refetch } = useOrder(id)
  useFormNotices(id)
  const isGone = isMissing(error)
  const order = isGone ? undefined : data?.data
  const [opened, setOpened] = useState<number | null>(null)
  if (order && opened === null) setOpened(order.version)
  /* The id and the first version arrive while the call's form is already open and must not mount it again. */
  const version = order === undefined || opened === null || order.version === opened ? 'opened' : order.version
  if (order?.state === 'new') return <SavedDraft key={version} order={order} call={call} />
  if (call && id === 0) return <SavedDraft key={version} order={null} call={call} />
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
          {...(isGone ? {} : { onRetry: () => void refetch() })}
        />
      </div>
    )
  }
  return <Skeleton height={320} />
}
