import { MAX_REASON, takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { DriverDialog } from '../search/driver-dialog.tsx'
import { useKeepOrder, useRefetch } from '../use-order.ts'
import { byHandMessages } from './by-hand-messages.ts'

const messages = byHandMessages.takeBack

/** The driver loses the order for the reason that is typed, and another one is searched for; Enter sends. */
export function TakeBack({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { keep } = useKeepOrder()
  const refetch = useRefetch()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { id, version } = order
  const takeBack = useAction(
    (body: { reason: string }, key) => request(takeBackOrder, { params: { id }, body }, { key, version }),
    {
      done: ({ data }) => {
        keep(data)
        toast.good(data.state === 'pending' ? messages.scheduled : messages.done)
        onClose()
      },
      failed: (error) => refetch(error, id),
    },
  )
  const submit = () => {
    setIsMissing(reason.trim() === '')
    if (reason.trim() !== '') void takeBack.run({ reason: reason.trim() })
  }
  return (
    <DriverDialog
      title={messages.title(order.car_indicativ ?? '—')}
      hint={messages.hint}
      submitText={messages.submit}
      busy={takeBack.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={messages.reason}
        error={isMissing ? messages.missing : null}
        autoComplete="off"
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          submit()
        }}
      />
    </DriverDialog>
  )
}
