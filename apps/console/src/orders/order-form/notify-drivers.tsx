import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { notifyDrivers } from '@dispecerat/contract/orders/orders'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { savedOrderMessages } from './saved-order-messages.ts'
import { DriverDialog } from './search/driver-dialog.tsx'
import { DriverPicker } from './search/driver-picker.tsx'
import { useKeepOrder, useRefetch } from './use-order.ts'

const messages = savedOrderMessages.notify
const MAX_NAMED = 20

interface Input {
  driverIds: number[]
  onlyThem: boolean
}

/** Notify drivers: a new search that offers the order to the chosen drivers first. */
export function NotifyDrivers({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { keep } = useKeepOrder()
  const refetch = useRefetch()
  const [input, setInput] = useState<Input>({ driverIds: [], onlyThem: false })
  const notify = useAction(
    ({ driverIds, onlyThem }: Input, key) => {
      const body = { driver_ids: driverIds, only_custom: onlyThem }
      return request(notifyDrivers, { params: { id: order.id }, body }, { key })
    },
    {
      done: ({ data }) => {
        keep(data)
        toast.good(messages.sent)
        onClose()
      },
      failed: (error) => refetch(error, order.id),
    },
  )
  const submit = () => {
    if (input.driverIds.length === 0) toast.bad(messages.missing)
    else void notify.run(input)
  }
  return (
    <DriverDialog
      title={messages.title}
      hint={order.state === 'created' ? `${messages.hint} ${savedOrderMessages.picker.restarts}` : messages.hint}
      submitText={messages.submit}
      busy={notify.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <DriverPicker
        label={messages.drivers}
        pickup={order.places[0] ?? null}
        chosen={input.driverIds}
        max={MAX_NAMED}
        onChange={(driverIds) => setInput({ ...input, driverIds })}
      />
      <Checkbox
        mt="xs"
        label={messages.onlyThem}
        checked={input.onlyThem}
        onChange={(event) => setInput({ ...input, onlyThem: event.currentTarget.checked })}
      />
    </DriverDialog>
  )
}
