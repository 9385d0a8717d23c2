import { type ErasureRun, listErasures, stopErasure } from '@dispecerat/contract/office/personal-data'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isMissing } from '../../api/api-error.ts'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { shownTime } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { erasureRunMessages as messages } from './erasure-run-messages.ts'

const POLL_MS = 2000
/** Invalidated together with the person. */

interface Props {
  clientId: number
  /** This page is erasing the client now. */
  isErasing: boolean
  /** Called when another request has erased the client, or one whose reply timed out. */
  onErased: () => void
}

/** A running erasure, whoever started it, with its progress; one that ended early gives the reason. */
export function ErasureRunOfClient({ clientId, isErasing, onErased }: Props) {
  const [watched, setWatched] = useState<number | null>(null)
  const { data, error } = useEndpointQuery(
    listErasures,
    { params: { id: clientId } },
    { refetchInterval: ({ state }) => (isErasing || state.data?.data.some(isOpen) ? POLL_MS : false) },
  )
  const open = data?.data.find(isOpen)
  if (open && open.id !== watched) setWatched(open.id)
  const isGone = !isErasing && watched !== null && isMissing(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has happened.
  useEffect(() => {
    if (isGone) onErased()
  }, [isGone])
  const run = data?.data.find(({ id }) => id === watched)
  if (!run || run.state === 'done') return null
  const { orders, calls } = run.removed
  return (
    <div className="person-erase">
      <p role="status">
        {messages.states[run.state]} · {messages.soFar(orders, calls)} · {shownTime(run.started_at)}
        {run.started_by === null ? '' : ` · ${run.started_by}`}
      </p>
      {isOpen(run) ? <StopButton run={run} clientId={clientId} /> : null}
    </div>
  )
}

const isOpen = ({ state }: ErasureRun) => state === 'running'

function StopButton({ run, clientId }: { run: ErasureRun; clientId: number }) {
  const cache = useQueryClient()
  const readAgain = () => void invalidate(cache, [listErasures, { params: { id: clientId } }])
  const stop = useAction((id: number, key) => request(stopErasure, { params: { id } }, { key }), {
    done: ({ data }) => {
      toast.info(messages.stopped(data.removed.orders), { ms: 6000 })
      readAgain()
    },
    failed: () => {
      readAgain()
      return false
    },
  })
  return (
    <Button
      size="compact-md"
      variant="default"
      w="fit-content"
      loading={stop.busy}
      onClick={() => void stop.run(run.id)}
    >
      {messages.stop}
    </Button>
  )
}
