import {
  acceptPartner,
  createPartnerRequest,
  endPartner,
  listCompanyPartners,
  type Partner,
} from '@dispecerat/contract/identity/partners'
import { listPartners } from '@dispecerat/contract/orders/company-dispatch'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { companyAdminMessages } from '../../shared/places/company-admin-messages.ts'
import { partnerMessages as messages } from '../../shared/settings-page/partner-messages.ts'
import { shownTime } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import '../../shared/edit-page/edit-page.css'
import './company-admin.css'
import { CompanyChoice } from './company-choice.tsx'

/** /settings/partners: a company's partners, its requests, and those it received. */
export function PartnersScreen() {
  const { company: requested } = useSearch({ from: '/app/settings/partners' }) as SettingsParams
  const { companies } = useUser()
  const id = requested ?? companies[0]?.id
  return (
    <main id="content" className="page edit-page">
      <header className="edit-head">
        <h1>{messages.title}</h1>
        {id === undefined ? null : <CompanyChoice id={id} to="/settings/partners" />}
      </header>
      <p className="dim">{messages.hint}</p>
      {id === undefined ? <p>{companyAdminMessages.noOwn}</p> : <Partners key={id} id={id} />}
    </main>
  )
}

function Partners({ id }: { id: number }) {
  const cache = useQueryClient()
  const again = () => {
    void invalidate(cache, listCompanyPartners, listPartners)
  }
  useLive('partners_changed', again)
  useResync(again)
  const { data, isError, refetch } = useEndpointQuery(listCompanyPartners, { params: { id } })
  const keep = (fresh: { data: Partner[] }) => {
    cache.setQueryData(endpointKey(listCompanyPartners, { params: { id } }), fresh)
    void invalidate(cache, listPartners)
  }
  return (
    <>
      <RequestForm id={id} onAsked={keep} />
      <section className="panel edit-section" aria-label={messages.list}>
        {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
        {!data && !isError ? <Skeleton height={120} /> : null}
        {data?.data.length === 0 ? <p className="dim">{messages.empty}</p> : null}
        <ul className="partner-list">
          {data?.data.map((partner) => (
            <PartnerLine key={partner.company_id} id={id} partner={partner} onChange={keep} />
          ))}
        </ul>
      </section>
    </>
  )
}

function RequestForm({ id, onAsked: onRequested }: { id: number; onAsked: (fresh: { data: Partner[] }) => void }) {
  const form = useForm({
    initial: { cui: '' },
    save: (body, key) => request(createPartnerRequest, { params: { id }, body }, { key }),
    done: (fresh) => {
      form.reset()
      toast.good(messages.asked)
      onRequested(fresh)
    },
  })
  return (
    <form className="panel edit-section partner-ask" onSubmit={form.submit} noValidate aria-label={messages.ask}>
      <TextInput label={messages.cui} maxLength={20} {...form.bind('cui')} />
      <Button type="submit" size="xs" disabled={form.busy}>
        {messages.ask}
      </Button>
    </form>
  )
}

function PartnerLine({
  id,
  partner,
  onChange,
}: {
  id: number
  partner: Partner
  onChange: (fresh: { data: Partner[] }) => void
}) {
  const { company_id: partnerId, name, state, since } = partner
  const accept = useAction((_: null, key) => request(acceptPartner, { params: { id, partnerId } }, { key }), {
    done: (fresh) => {
      toast.good(messages.accepted)
      onChange(fresh)
    },
  })
  const end = useAction((_: null, key) => request(endPartner, { params: { id, partnerId } }, { key }), {
    done: (fresh) => {
      toast.good(state === 'accepted' ? messages.ended : messages.refused)
      onChange(fresh)
    },
  })
  const confirmEnd = () => {
    if (state !== 'accepted') void end.run(null)
    else
      confirm({
        text: messages.endQuestion(name),
        yes: messages.acts.accepted,
        danger: true,
        onYes: () => void end.run(null),
      })
  }
  return (
    <li>
      <strong>{name}</strong>
      <span className={state === 'accepted' ? 'tag tag-good' : 'tag'}>{messages.states[state]}</span>
      {since ? <time className="small dim">{messages.since(shownTime(since))}</time> : null}
      <span className="table-tools-space" />
      {state === 'asked_by_them' ? (
        <Button
          size="compact-sm"
          disabled={accept.busy}
          aria-label={messages.actOn(messages.accept, name)}
          onClick={() => void accept.run(null)}
        >
          {messages.accept}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        disabled={end.busy}
        aria-label={messages.actOn(messages.acts[state], name)}
        onClick={confirmEnd}
      >
        {messages.acts[state]}
      </Button>
    </li>
  )
}
