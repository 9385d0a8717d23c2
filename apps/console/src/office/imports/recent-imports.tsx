import { type Import, listImports, stopImport } from '@dispecerat/contract/office/imports'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { notifyError } from '../../api/notify-error.ts'
import { request } from '../../api/request.ts'
import { shownTime } from '../../text/format.ts'
import { importMessages as messages } from '../../text/import-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'

const POLL_MS = 2000

interface Props {
  companyId: number
  /** This page is running an import now. */
  isRunning: boolean
}

/** The company's latest imports. A running one shows its progress, also after a reload, and can be stopped. */
export function RecentImports({ companyId, isRunning }: Props) {
  const { data } = useEndpointQuery(
    listImports,
    { query: { company_id: companyId } },
    { refetchInterval: ({ state }) => (isRunning || state.data?.data.some(isOpen) ? POLL_MS : false) },
  )
  if (!data || data.data.length === 0) return null
  return (
    <section className="panel import-recent" aria-labelledby="recent-imports">
      <h2 id="recent-imports" className="import-head">
        {messages.recent}
      </h2>
      <ul>
        {data.data.map((one) => (
          <li key={one.id}>
            <span>
              {messages.kinds[one.kind]} · {messages.rowsOf(one.rows)} · {shownTime(one.started_at)}
              {one.started_by === null ? '' : ` · ${one.started_by}`}
            </span>
            <span>
              {messages.states[one.state]}
              {one.state === 'running' && one.kind !== 'cars' ? ` · ${messages.progress(one.prepared, one.rows)}` : ''}
            </span>
            {one.state === 'running' ? <StopButton id={one.id} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isOpen = ({ state }: Import) => state === 'running' || state === 'stopping'

function StopButton({ id }: { id: number }) {
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const stop = async () => {
    setIsBusy(true)
    try {
      await request(stopImport, { params: { id } })
      toast.good(messages.stopped)
    } catch (error) {
      notifyError(error)
    } finally {
      setIsBusy(false)
      void invalidate(cache, listImports)
    }
  }
  return (
    <Button size="compact-md" variant="default" disabled={isBusy} onClick={() => void stop()}>
      {messages.stop}
    </Button>
  )
}
