import {
  approveCompanyCui,
  type CompanyCui,
  readCompanyCui,
  withdrawCompanyCui,
} from '@dispecerat/contract/identity/company-cuis'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endpointKey, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { shownTime } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { cuiMessages as messages } from './company-cui-messages.ts'

/** For platform administrators: the approved CUI of the company, and other companies that claim it. */
export function CompanyCuiSection({ id, onChange }: { id: number; onChange: () => void }) {
  const { data, isError, refetch } = useEndpointQuery(readCompanyCui, { params: { id } })
  return (
    <EditSection title={messages.title} note={<p className="small dim">{messages.hint}</p>}>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton className="wide" height={60} /> : null}
      {data ? <Decision key={data.data.cui} id={id} cui={data.data} onChange={onChange} /> : null}
    </EditSection>
  )
}

function Decision({ id, cui, onChange }: { id: number; cui: CompanyCui; onChange: () => void }) {
  const cache = useQueryClient()
  const keep = (text: string) => (fresh: { data: CompanyCui }) => {
    cache.setQueryData(endpointKey(readCompanyCui, { params: { id } }), fresh)
    form.setErrors({})
    toast.good(text)
    onChange()
  }
  const form = useForm({
    initial: { cui: cui.cui ?? '' },
    save: (body, key) => request(approveCompanyCui, { params: { id }, body }, { key }),
    done: keep(messages.approveDone),
  })
  const withdraw = useAction((_: null, key) => request(withdrawCompanyCui, { params: { id } }, { key }), {
    done: keep(messages.withdrawDone),
  })
  const confirmWithdraw = () =>
    confirm({
      text: messages.withdrawQuestion,
      yes: messages.withdraw,
      danger: true,
      onYes: () => void withdraw.run(null),
    })
  const isApproved = cui.verified_at !== null
  const typed = form.values.cui
  return (
    <>
      <p className="wide" role="status">
        <State cui={cui} />
      </p>
      <div className="company-status wide">
        <TextInput label={messages.cui} maxLength={20} {...form.bind('cui')} />
        <Button
          variant="default"
          disabled={form.busy || typed.trim() === '' || (isApproved && typed === cui.cui)}
          onClick={() => form.submit()}
        >
          {messages.approve}
        </Button>
        {isApproved ? (
          <Button variant="default" disabled={withdraw.busy} onClick={confirmWithdraw}>
            {messages.withdraw}
          </Button>
        ) : null}
      </div>
      {cui.others.length > 0 ? <Others others={cui.others} /> : null}
    </>
  )
}

function State({ cui: { cui, verified_at, verified_by } }: { cui: CompanyCui }) {
  if (verified_at !== null) return messages.approvedAt(shownTime(verified_at), verified_by)
  return cui === null ? messages.none : messages.pending
}

function Others({ others }: Pick<CompanyCui, 'others'>) {
  return (
    <section className="wide" aria-label={messages.others}>
      <h3 className="small">{messages.others}</h3>
      <ul>
        {others.map(({ company_id, name, cui_verified, created_at }) => (
          <li key={company_id}>
            <Link className="table-link" to="/settings/company" search={{ company: company_id }}>
              {name}
            </Link>{' '}
            · {cui_verified ? messages.approved : messages.notApproved} · {shownTime(created_at)}
          </li>
        ))}
      </ul>
    </section>
  )
}
