import { changePublicMap, listPublicMaps } from '@dispecerat/contract/site/public-map'
import { Button, NativeSelect, Skeleton, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { dashboardMessages as messages } from './dashboard-messages.ts'
import './public-map-panel.css'

const COPIED_MS = 1000

/** Switch that makes the company's cars public, and the two URLs to share. */
export function PublicMapPanel() {
  const cache = useQueryClient()
  const { data, isError, refetch } = useEndpointQuery(listPublicMaps)
  useLive('company_settings_changed', () => void refetch())
  useResync(() => void refetch())
  const [picked, setPicked] = useState<number | null>(null)
  const companies = data?.data ?? []
  const company = companies.find(({ company_id }) => company_id === picked) ?? companies[0]
  const change = useAction(
    (public_live: boolean, key) =>
      request(changePublicMap, { body: { company_id: company?.company_id ?? 0, public_live } }, { key }),
    {
      done: ({ data: { public_live } }) => {
        toast.good(public_live ? messages.publicShown : messages.publicHidden)
        void invalidate(cache, listPublicMaps)
      },
    },
  )
  return (
    <section className="panel dash-panel public-map" aria-labelledby="public-map-title">
      <h2 id="public-map-title" className="panel-title">
        {messages.publicMap}
      </h2>
      <p className="small dim">{messages.publicMapHint}</p>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={56} /> : null}
      {companies.length > 1 && company ? (
        <NativeSelect
          label={messages.company}
          value={company.company_id}
          data={companies.map(({ company_id, name }) => ({ value: String(company_id), label: name }))}
          onChange={(event) => setPicked(Number(event.currentTarget.value))}
        />
      ) : null}
      {company ? (
        <>
          <Switch
            label={messages.showsItself(company.name)}
            checked={company.public_live}
            onChange={(event) => void change.run(event.currentTarget.checked)}
          />
          <div className="public-map-links">
            <LinkToCopy label={messages.mapLink} address={addressOf(company.company_id, '')} />
            <LinkToCopy label={messages.kioskLink} address={addressOf(company.company_id, '&kiosk=1')} />
            <Button
              component="a"
              href={addressOf(company.company_id, '')}
              target="_blank"
              rel="noopener"
              variant="default"
              size="compact-md"
            >
              {messages.openMap}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  )
}

function addressOf(companyId: number, more: string): string {
  return `${window.location.origin}/live?company=${companyId}${more}`
}

function LinkToCopy({ label, address }: { label: string; address: string }) {
  const id = useId()
  const copy = () =>
    void navigator.clipboard.writeText(address).then(() => toast.good(messages.copied, { ms: COPIED_MS }))
  return (
    <div className="public-map-link">
      <TextInput id={id} label={label} value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Button variant="default" size="compact-md" aria-label={`${messages.copy}: ${label}`} onClick={copy}>
        {messages.copy}
      </Button>
    </div>
  )
}
