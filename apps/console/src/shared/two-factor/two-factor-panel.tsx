import { listSessions, whoAmI } from '@dispecerat/contract/identity/accounts'
import { readTwoFactor } from '@dispecerat/contract/identity/two-factor'
import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { rememberUser, useUser } from '../../api/session.ts'
import { shownTime } from '../../text/format.ts'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import './two-factor.css'

const BeginTwoFactor = later(() => import('./begin-two-factor.tsx').then((m) => m.BeginTwoFactor))
const ChangeTwoFactor = later(() => import('./change-two-factor.tsx').then((m) => m.ChangeTwoFactor))
const FEW_CODES = 3

/**
 * The second factor of the user's account: on, off, new recovery codes. `onReady` is called once it is on and the
 * codes are stored.
 */
export function TwoFactorPanel({ onReady }: { onReady?: () => void }) {
  const cache = useQueryClient()
  const { two_factor: rule } = useUser()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data, isError, refetch } = useEndpointQuery(readTwoFactor)
  const readAgain = () => {
    void invalidate(cache, readTwoFactor, listSessions)
  }
  const showCodes = (fresh: readonly string[]) => {
    if (!data?.data.is_on) toast.good(messages.turnedOn, { ms: 5000 })
    setCodes(fresh)
    readAgain()
  }
  const closeCodes = async () => {
    setCodes(null)
    rememberUser((await request(whoAmI)).data)
    onReady?.()
  }
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} />
  if (codes) {
    return (
      <div className="two-factor">
        <RecoveryCodes codes={codes} onStored={() => void closeCodes()} />
      </div>
    )
  }
  const { is_on, since, recovery_codes_left: left } = data.data
  if (!is_on) {
    return (
      <div className="two-factor">
        <p>{messages.hint}</p>
        {rule.required_from === null ? null : <p>{messages.requiredFrom(shownTime(rule.required_from))}</p>}
        <Suspense fallback={<Skeleton height={56} />}>
          <BeginTwoFactor onCodes={showCodes} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="two-factor">
      <FactList
        facts={[
          [messages.since, shownTime(since)],
          [messages.codesLeft, String(left)],
        ]}
      />
      {left < FEW_CODES ? <p role="status">{messages.few(left)}</p> : null}
      <Suspense fallback={<Skeleton height={30} />}>
        <ChangeTwoFactor onCodes={showCodes} onOff={readAgain} />
      </Suspense>
    </div>
  )
}
