import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ApiError, isMissing } from '../../../api/api-error.ts'
import { useProtocolAccount } from '../../../shared/companies/use-protocol-account.ts'
import { companyMessages } from '../../../text/company-messages.ts'
import { ro } from '../../../text/ro.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import './account-order.css'
import { AccountForm } from './account-form.tsx'
import { AccountSavedOrder } from './account-saved-order.tsx'
import '../order.css'
import { useOrder } from '../use-order.ts'

/** A protocol company's order screen, in place of the dispatchers' one: its short form, or one of its orders. */
export function AccountOrder() {
  const { id } = useParams({ strict: false })
  const orderId = Number(id ?? 0)
  return <div className="account-order">{orderId === 0 ? <New /> : <Saved key={orderId} id={orderId} />}</div>
}

function New() {
  const { data, error, refetch } = useProtocolAccount()
  if (data) return <AccountForm account={data.data} />
  if (error instanceof ApiError && error.status === 404) {
    return <p className="panel account-note">{companyMessages.spend.noContract}</p>
  }
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} />
}

function Saved({ id }: { id: number }) {
  const { data, error, refetch } = useOrder(id)
  const isGone = isMissing(error)
  if (data && !isGone) return <AccountSavedOrder order={data.data} />
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} />
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = error instanceof ApiError && !error.isSilence ? error.message : ro.failures.network
  return (
    <div className="panel">
      <LoadFailed text={text} {...(isMissing(error) ? {} : { onRetry })} />
    </div>
  )
}
