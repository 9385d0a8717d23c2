import { assignByHand, MAX_REASON } from '@dispecerat/contract/orders/by-hand'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import type { DriverChoice } from '../search/driver-choices.ts'
import { DriverDialog } from '../search/driver-dialog.tsx'
import { DriverPicker } from '../search/driver-picker.tsx'
import { useKeepOrder, useRefetch } from '../use-order.ts'
import { byHandMessages } from './by-hand-messages.ts'

const messages = byHandMessages.assign

/** The order goes to the car whose call sign is typed: Enter chooses it and sends. */
export function AssignNow({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { keep } = useKeepOrder()
  const refetch = useRefetch()
  const [chosen, setChosen] = useState<DriverChoice | null>(null)
  const [reason, setReason] = useState('')
  const { id, version } = order
  const assign = useAction(
    ({ driver }: { driver: DriverChoice; reason: string; version: number }, key) => {
      const body = { driver_id: driver.id, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }
      return request(assignByHand, { params: { id }, body }, { key, version })
    },
    {
      done: ({ data }, { driver }) => {
        keep(data)
        toast.good(outcome(data)(driver.sign))
        onClose()
      },
      failed: (error) => refetch(error, id),
    },
  )
  const submit = (driver: DriverChoice | null) => {
    if (driver === null) toast.bad(messages.missing)
    else void assign.run({ driver, reason, version })
  }
  const loses = order.state === 'assigned' ? (order.car_indicativ ?? '—') : null
  return (
    <DriverDialog
      title={messages.title(String(order.order_no ?? id))}
      hint={loses === null ? messages.hint : `${messages.hint} ${messages.loses(loses)}`}
      submitText={messages.submit}
      busy={assign.busy}
      onSubmit={() => submit(chosen)}
      onClose={onClose}
    >
      <DriverPicker
        label={messages.car}
        pickup={order.places[0] ?? null}
        chosen={chosen === null ? [] : [chosen.id]}
        except={loses === null ? null : order.driver_id}
        max={1}
        onChoose={setChosen}
        onEnter={submit}
      />
      {loses === null ? null : (
        <TextInput
          mt="xs"
          label={messages.reason}
          autoComplete="off"
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </DriverDialog>
  )
}

function outcome({ state, is_next }: OrderView): (sign: string) => string {
  if (state !== 'assigned') return messages.rings
  return is_next ? messages.next : messages.given
}
