import { listPaymentRuns, type PaymentRun, stopPaymentRun } from '@dispecerat/contract/billing/finance-history'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { shownTime } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { paymentRunMessages as messages } from './payment-run-messages.ts'

const POLL_MS = 2000
/** Invalidated with all other finance queries. */

interface Props {
  mayStop: boolean
  /** This page is sending payments now. */
  isPaying: boolean
  /** Orders were paid, or payments reversed. */
  onChanged: () => void
}

/** Running payments, whoever started them, with their progress. One that ends stays visible with its result. */
export function PaymentRuns({ mayStop, isPaying, onChanged }: Props) {
  const { data } = useEndpointQuery(
    listPaymentRuns,
    {},
    { refetchInterval: ({ state }) => (isPaying || state.data?.data.some(isOpen) ? POLL_MS : false) },
  )
  const watched = useWatched(data?.data)
  const changed = watched.reduce((sum, run) => sum + run.changed, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are read again when a run has gone on.
  useEffect(() => {
    if (changed > 0) onChanged()
  }, [changed])
  if (watched.length === 0) return null
  return (
    <section className="panel payment-runs" aria-labelledby="payment-runs">
      <h2 id="payment-runs">{messages.title}</h2>
      <ul>
        {watched.map((run) => (
          <li key={run.id}>
            <span>
              {messages.kinds[run.is_paid ? 'pay' : 'takeBack']} · {messages.orders(run.orders)} ·{' '}
              {shownTime(run.started_at)}
              {run.started_by === null ? '' : ` · ${run.started_by}`}
            </span>
            <span>
              {messages.states[run.state]} · {messages.progress(run.done, run.orders)}
            </span>
            {mayStop && isOpen(run) ? <StopButton run={run} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isOpen = ({ state }: PaymentRun) => state === 'running'

/** The runs that were active at any time since this page was opened. */
function useWatched(runs: readonly PaymentRun[] = []): PaymentRun[] {
  const [watched, setWatched] = useState<ReadonlySet<number>>(new Set())
  const fresh = runs.filter((run) => isOpen(run) && !watched.has(run.id))
  if (fresh.length > 0) setWatched(new Set([...watched, ...fresh.map(({ id }) => id)]))
  return runs.filter(({ id }) => watched.has(id))
}

function StopButton({ run }: { run: PaymentRun }) {
  const cache = useQueryClient()
  const readAgain = () => void invalidate(cache, listPaymentRuns)
  const stop = useAction((id: number, key) => request(stopPaymentRun, { params: { id } }, { key }), {
    done: ({ data }) => {
      toast.info(messages.stopped[data.is_paid ? 'pay' : 'takeBack'](data.changed, data.orders), { ms: 6000 })
      readAgain()
    },
    failed: () => {
      readAgain()
      return false
    },
  })
  return (
    <Button size="compact-md" variant="default" loading={stop.busy} onClick={() => void stop.run(run.id)}>
      {messages.stop}
    </Button>
  )
}
