import { type CompanyUsage, changeLimits, readUsage } from '@dispecerat/contract/identity/company-limits'
import { listChanges } from '@dispecerat/contract/office/changes'
import type { LimitKind } from '@dispecerat/domain/identity/quota'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { Button, NumberInput, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { companyLimitsMessages as messages } from '../../text/company-limits-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'

/** The company's usage of today and its open orders, with their limits, which the platform sets. */
export function CompanyLimits({ id, mayChange }: { id: number; mayChange: boolean }) {
  const cache = useQueryClient()
  const { data, isError, refetch } = useEndpointQuery(readUsage, { params: { id } })
  const keep = (fresh: { data: CompanyUsage }) => {
    cache.setQueryData(endpointKey(readUsage, { params: { id } }), fresh)
    void invalidate(cache, [listChanges, { query: { entity: 'company', entity_id: id } }])
  }
  const note = <p className="small dim">{messages.usageHint}</p>
  return (
    <EditSection title={messages.usage} note={note}>
      {isError ? <LoadFailed text={messages.notLoaded} onRetry={() => void refetch()} /> : null}
      {data ? (
        <LimitsForm key={JSON.stringify(data.data)} usage={data.data} mayChange={mayChange} onSaved={keep} />
      ) : isError ? null : (
        <Skeleton className="wide" height={160} />
      )}
    </EditSection>
  )
}

type Typed = Partial<Record<LimitKind, number | null>>

function LimitsForm({
  usage,
  mayChange,
  onSaved,
}: {
  usage: CompanyUsage
  mayChange: boolean
  onSaved: (fresh: { data: CompanyUsage }) => void
}) {
  const id = usage.company_id
  const typed: Typed = {}
  const form = useForm({
    initial: { limits: typed, sms_prefixes: usage.sms_prefixes.join(' ') },
    save: ({ limits, sms_prefixes: prefixes }, key) => {
      const sms_prefixes = prefixes.split(/\s+/).filter((prefix) => prefix !== '')
      return request(changeLimits, { params: { id }, body: { limits, sms_prefixes } }, { key })
    },
    done: (fresh) => {
      onSaved(fresh)
      toast.good(messages.saved)
    },
  })
  const { limits } = form.values
  return (
    <div className="wide">
      <table className="company-usage">
        <thead>
          <tr>
            <th scope="col">{messages.columns.kind}</th>
            <th scope="col">{messages.columns.used}</th>
            <th scope="col">{messages.columns.limit}</th>
          </tr>
        </thead>
        <tbody>
          {usage.kinds.map((one) => (
            <tr key={one.kind} className={one.used > one.limit ? 'company-usage-over' : undefined}>
              <th scope="row">{messages.kinds[one.kind]}</th>
              <td className="digits">{groupThousands(one.used)}</td>
              <td className="digits">
                {mayChange ? (
                  <NumberInput
                    size="xs"
                    aria-label={messages.limitOf(messages.kinds[one.kind])}
                    placeholder={messages.byDefault(one.default_limit)}
                    min={0}
                    allowDecimal={false}
                    {...form.part(`limits.${one.kind}`)}
                    value={limits[one.kind] === undefined ? one.limit : (limits[one.kind] ?? '')}
                    onChange={(value) =>
                      form.set('limits', { ...limits, [one.kind]: value === '' ? null : Number(value) })
                    }
                  />
                ) : (
                  groupThousands(one.limit)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {usage.kinds.some((one) => one.is_only_noted) ? <p className="small dim">{messages.onlyNoted}</p> : null}
      {mayChange ? (
        <>
          <TextInput label={messages.countries} description={messages.countriesHint} {...form.bind('sms_prefixes')} />
          <Button mt="xs" variant="default" disabled={form.busy} onClick={() => form.submit()}>
            {messages.save}
          </Button>
        </>
      ) : (
        <p className="small">
          {messages.countries}: {usage.sms_prefixes.join(', ')}
        </p>
      )}
    </div>
  )
}
