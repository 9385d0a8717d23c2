import {
  beginEfacturaAuthorisation,
  type EfacturaAuthorisation,
  endEfacturaAuthorisation,
  finishEfacturaAuthorisation,
  readEfacturaAuthorisation,
} from '@dispecerat/contract/billing/efactura'
import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { endpointKey, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive } from '../../realtime/use-live.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { shownTime } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { efacturaMessages as messages } from './company-cui-messages.ts'

/** State of the authorisation to submit the company's documents, and the link to grant it. */
export function CompanyEfactura({ id }: { id: number }) {
  const isFinishing = useReturnFromAuthority()
  const { data, isError, refetch } = useEndpointQuery(readEfacturaAuthorisation, { params: { id } })
  useLive('company_settings_changed', () => void refetch())
  return (
    <EditSection title={messages.title} note={<p className="small dim">{messages.hint}</p>}>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton className="wide" height={60} /> : null}
      {data ? <Authorisation id={id} authorisation={data.data} isFinishing={isFinishing} /> : null}
    </EditSection>
  )
}

/** Sends the tax authority's redirect parameters to the server once, and removes them from the URL. */
function useReturnFromAuthority(): boolean {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  const cache = useQueryClient()
  const sent = useRef<string>(undefined)
  const finish = useAction(
    (body: { state: string; code?: string }, key) => request(finishEfacturaAuthorisation, { body }, { key }),
    {
      done: ({ data: { company_id, ...authorisation } }) => {
        cache.setQueryData(endpointKey(readEfacturaAuthorisation, { params: { id: company_id } }), {
          data: authorisation,
        })
        if (authorisation.state === 'active') toast.good(messages.finished)
        void navigate({ href: `/settings/company?company=${company_id}`, replace: true })
      },
      failed: () => {
        void navigate({ href: '/settings/company', replace: true })
        return false
      },
    },
  )
  useEffect(() => {
    const returned = new URLSearchParams(search)
    const [state, code] = [returned.get('state'), returned.get('code')]
    if (state === null || sent.current === state) return
    sent.current = state
    void finish.run({ state, ...(code === null ? {} : { code }) })
  })
  return finish.busy
}

function Authorisation({
  id,
  authorisation,
  isFinishing,
}: {
  id: number
  authorisation: EfacturaAuthorisation
  isFinishing: boolean
}) {
  const cache = useQueryClient()
  const { state, is_offered, uses_own_token, cui, authorised_by, authorised_at, expires_at } = authorisation
  const begin = useAction((_: null, key) => request(beginEfacturaAuthorisation, { params: { id } }, { key }), {
    done: ({ data: { url } }) => window.location.assign(url),
  })
  const end = useAction((_: null, key) => request(endEfacturaAuthorisation, { params: { id } }, { key }), {
    done: (fresh) => {
      cache.setQueryData(endpointKey(readEfacturaAuthorisation, { params: { id } }), fresh)
      toast.good(messages.ended)
    },
  })
  const confirmEnd = () =>
    confirm({ text: messages.endQuestion, yes: messages.end, danger: true, onYes: () => void end.run(null) })
  const mayBegin = is_offered && cui !== null
  const isBad = state === 'expired' || state === 'revoked' || state === 'refused'
  return (
    <>
      <div className="wide" role="status">
        <p className={isBad ? 'company-efactura-bad' : undefined}>
          {isFinishing ? messages.finishing : messages.states[state]}
        </p>
        {uses_own_token && state !== 'active' ? <p>{messages.usesOwnToken}</p> : null}
        {state === 'active' && authorised_at !== null && expires_at !== null ? (
          <p className="small dim">
            {messages.by(authorised_by, shownTime(authorised_at))} · {messages.until(shownTime(expires_at))}
          </p>
        ) : null}
        {is_offered ? null : <p className="small dim">{messages.notOffered}</p>}
        {cui === null ? <p className="small dim">{messages.noCui}</p> : null}
      </div>
      {mayBegin || state !== 'none' ? (
        <div className="company-status wide">
          {mayBegin ? (
            <Button variant="default" disabled={begin.busy || isFinishing} onClick={() => void begin.run(null)}>
              {state === 'none' ? messages.authorise : messages.again}
            </Button>
          ) : null}
          {state === 'none' ? null : (
            <Button variant="default" disabled={end.busy} onClick={confirmEnd}>
              {messages.end}
            </Button>
          )}
        </div>
      ) : null}
    </>
  )
}
