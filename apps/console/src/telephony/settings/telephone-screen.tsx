import { readTelephone } from '@dispecerat/contract/telephony/telephone-admin'
import { Skeleton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { useChosenCompany } from '../../shared/companies/use-chosen-company.ts'
import '../../shared/data-table/data-table.css'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { telephoneMessages as messages } from '../../shared/settings-page/telephone-messages.ts'
import { shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import '../../shared/settings-page/catalogue.css'
import { SettingsCompany } from '../../shared/settings-page/settings-company.tsx'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'
import { OutgoingCalls } from './outgoing-calls.tsx'
import { PhoneLines } from './phone-lines.tsx'
import { RequestedLines } from './requested-lines.tsx'
import { TelephoneAccounts } from './telephone-accounts.tsx'
import { TestCall } from './test-call.tsx'

/** Registrations change without an event. */
const POLL_INTERVAL_MS = 5000

/** /settings/telephone: the phone lines, the registered telephones, and a test call. */
export function TelephoneScreen() {
  const { company } = useSearch({ from: '/app/settings/telephone' }) as SettingsParams
  const companyId = useChosenCompany(company)
  const mayGrant = useUser().permissions.includes('telephone.grant')
  const { data, isError, refetch } = useEndpointQuery(
    readTelephone,
    { query: { company_id: companyId } },
    { enabled: companyId !== undefined, refetchInterval: POLL_INTERVAL_MS },
  )
  const telephone = data?.data
  const { exchange } = messages
  return (
    <SettingsFrame path="/settings/telephone">
      <main id="content" className="page settings-page">
        <header className="settings-head">
          <h1>{messages.title}</h1>
          <SettingsCompany value={companyId} />
        </header>
        {isError && !telephone ? <LoadFailed onRetry={() => void refetch()} /> : null}
        {!telephone && !isError ? <Skeleton height={300} /> : null}
        {telephone ? (
          <>
            <p>
              {telephone.has_exchange ? (
                <>
                  <span aria-hidden>{telephone.is_well ? '●' : '✕'}</span>{' '}
                  {telephone.is_well ? exchange.well : exchange.away}
                </>
              ) : (
                exchange.off
              )}{' '}
              <span className="dim">
                {telephone.last_rang_at ? messages.lastRang(shownTime(telephone.last_rang_at)) : messages.neverRang}
              </span>
            </p>
            <PhoneLines lines={telephone.lines} companyId={telephone.company_id} />
            {mayGrant ? <RequestedLines /> : null}
            <OutgoingCalls companyId={telephone.company_id} />
            <TelephoneAccounts accounts={telephone.accounts} />
            <TestCall companyId={telephone.company_id} number={telephone.test_number} />
          </>
        ) : null}
      </main>
    </SettingsFrame>
  )
}
