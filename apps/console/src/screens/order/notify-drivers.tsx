import type { OrderView } from '@dispecerat/contract/order-shapes'
import { notifyDrivers } from '@dispecerat/contract/orders'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { savedOrderMessages } from '../../text/saved-order-words.ts'
import { toast } from '../../ui/toast.ts'
import { DriverDialog } from './driver-dialog.tsx'
import { DriverPicker } from './driver-picker.tsx'
import { useKeepOrder, useLookAgain } from './use-order.ts'

const messages = ro.order.notify
const MAX_NAMED = 20

interface Wish {
  driverIds: number[]
  onlyThem: boolean
}

/** Notify driver: the chosen ones are asked first, in a new search. */
export function NotifyDrivers({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { keep } = useKeepOrder()
  const lookAgain = useLookAgain()
  const [wish, setWish] = useState<Wish>({ driverIds: [], onlyThem: false })
  const notify = useAction(
    ({ driverIds, onlyThem }: Wish, key) => {
      const body = { driver_ids: driverIds, only_custom: onlyThem }
      return request(notifyDrivers, { params: { id: order.id }, body }, { key })
    },
    {
      done: ({ data }) => {
        keep(data)
        toast.good(messages.sent)
        onClose()
      },
      failed: (error) => lookAgain(error, order.id),
    },
  )
  const submit = () => {
    if (wish.driverIds.length === 0) toast.bad(messages.missing)
    else void notify.run(wish)
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
        chosen={wish.driverIds}
        max={MAX_NAMED}
        onChange={(driverIds) => setWish({ ...wish, driverIds })}
      />
      <Checkbox
        mt="xs"
        label={messages.onlyThem}
        checked={wish.onlyThem}
        onChange={(event) => setWish({ ...wish, onlyThem: event.currentTarget.checked })}
      />
    </DriverDialog>
  )
}
