import { type Import, listImports, stopImport } from '@dispecerat/contract/office/imports'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyError } from '../../api/notify-error.ts'
import { request } from '../../api/request.ts'
import { shownTime } from '../../text/format.ts'
import { importMessages as messages } from '../../text/import-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { IMPORTS_KEY } from './use-import.ts'

const POLL_MS = 2000

interface Props {
  companyId: number
  /** This page is running an import now. */
  isRunning: boolean
}

/** The company's latest imports. A running one shows its progress, also after a reload, and can be stopped. */
export function RecentImports({ companyId, isRunning }: Props) {
  const { data } = useQuery({
    queryKey: [...IMPORTS_KEY, companyId],
    queryFn: ({ signal }) => request(listImports, { query: { company_id: companyId } }, { signal }),
    refetchInterval: ({ state }) => (isRunning || state.data?.data.some(isOpen) ? POLL_MS : false),
  })
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
      void cache.invalidateQueries({ queryKey: IMPORTS_KEY })
    }
  }
  return (
    <Button size="compact-md" variant="default" disabled={isBusy} onClick={() => void stop()}>
      {messages.stop}
    </Button>
  )
}
