import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { setDriverAndFinish } from '@dispecerat/contract/orders/orders'
import { useState } from 'react'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { useKeepOrder, useRefetch } from '../use-order.ts'
import { DriverDialog } from './driver-dialog.tsx'
import { DriverPicker } from './driver-picker.tsx'

const messages = savedOrderMessages.assign

/** Manual assignment of a chosen driver; the order is closed as finished. */
export function AssignDriver({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { keep } = useKeepOrder()
  const refetch = useRefetch()
  const [chosen, setChosen] = useState<number[]>([])
  const assign = useAction(
    (driverId: number, key) => request(setDriverAndFinish, { params: { id: order.id }, body: { driverId } }, { key }),
    {
      done: ({ data }) => {
        keep(data)
        toast.good(ro.order.finished)
        onClose()
      },
      failed: (error) => refetch(error, order.id),
    },
  )
  const submit = () => {
    const [driverId] = chosen
    if (driverId === undefined) toast.bad(messages.missing)
    else void assign.run(driverId)
  }
  return (
    <DriverDialog
      title={messages.title}
      hint={messages.hint}
      submitText={messages.submit}
      busy={assign.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <DriverPicker
        label={messages.driver}
        pickup={order.places[0] ?? null}
        chosen={chosen}
        max={1}
        onChange={setChosen}
      />
    </DriverDialog>
  )
}
