import type { CallView } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { OrderState, TripState } from '@dispecerat/domain/orders/order'
import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys, type KeyId } from '../../keys/registry.ts'
import { OpenOrderArrival } from '../../shared/order-arrival/open-order-arrival.tsx'
import { OrderStateBadge } from '../../shared/orders/order-state-badge.tsx'
import { addressLine } from '../../shared/places/address-line.ts'
import { duration } from '../../text/format.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import { ro } from '../../text/ro.ts'
import { useNow } from '../../ui/now.ts'
import { useDigitsAreTaken, useFieldHasFocus } from '../ring/use-field-has-focus.ts'
import { useRingKeys } from '../ring/use-ring-keys.ts'
import './incoming-call.css'
import { waitedSeconds } from './waited.ts'

const messages = ringMessages.order

/**
 * The longest ringing call, in the corner until it is answered or the caller hangs up: no close button, and it never
 * hides by itself.
 */
export function IncomingCall({ call, others }: { call: CallView; others: number }) {
  const { answer, press, isWarned, mayPlace } = useRingKeys(call)
  const { client } = call
  const phone = prettyPhone(call.phone)
  return (
    <section className="incoming" aria-label={ro.calls.incoming}>
      <div className="incoming-head" role="alert">
        <b className="incoming-who">{call.is_test ? ro.calls.test : (client.name ?? phone)}</b>
        {client.name || call.is_test ? <span className="incoming-phone">{phone}</span> : null}
        <Waited call={call} />
      </div>
      <div className="incoming-line">
        <Button
          size="xs"
          color="green"
          leftSection={<IconPhone size={14} aria-hidden />}
          rightSection={<KeyHint of="acceptToast" />}
          aria-keyshortcuts={ariaKeys('acceptToast')}
          onClick={answer}
        >
          {ro.calls.answer}
          <span className="visually-hidden">{client.name ?? phone}</span>
        </Button>
        {others > 0 ? <span className="small">{ro.calls.more(others)}</span> : null}
      </div>
      {call.is_test ? null : <Flags client={client} />}
      {client.open_order ? <OpenOrder order={client.open_order} onAnswer={() => press('open order')} /> : null}
      {client.about ? <p className="incoming-line incoming-notes">{client.about}</p> : null}
      {client.addresses.length > 0 && !call.is_test ? (
        <Addresses addresses={client.addresses} mayPlace={mayPlace} press={press} />
      ) : null}
      {isWarned ? (
        <p role="alert" className="incoming-once">
          {messages.once}
        </p>
      ) : null}
    </section>
  )
}

function Waited({ call }: { call: CallView }) {
  const seconds = useNow((s) => waitedSeconds(call, s.now))
  return (
    <span className="call-waited" aria-hidden>
      {duration(seconds)}
    </span>
  )
}

/** Facts about the client that matter before answering. */
function Flags({ client }: { client: CallView['client'] }) {
  return (
    <p className="incoming-line small">
      {client.is_blocked ? <b className="tag tag-bad">✕ {ro.calls.blocked(null)}</b> : null}
      {client.id === null ? <span className="tag">{ro.calls.memory.unknown}</span> : null}
      {client.orders_count > 0 ? <span>{ro.calls.memory.orders(client.orders_count)}</span> : null}
    </p>
  )
}

type Open = NonNullable<CallView['client']['open_order']>

/** The order the call is probably about, and the key that answers into it. */
function OpenOrder({ order, onAnswer }: { order: Open; onAnswer: () => void }) {
  const keyId = useFieldHasFocus() ? 'ringIntoAnywhere' : 'ringInto'
  return (
    <div className="incoming-open">
      <p className="incoming-line">
        {ro.calls.memory.open}
        <OrderStateBadge state={order.state as OrderState} tripState={order.trip_state as TripState | null} />
        {order.car_indicativ ? <b>{order.car_indicativ}</b> : null}
        <OpenOrderArrival order={order} />
      </p>
      {order.address ? <p className="incoming-address">{order.address}</p> : null}
      <Button
        size="compact-xs"
        variant="default"
        fullWidth
        justify="space-between"
        rightSection={<KeyHint of={keyId} />}
        aria-keyshortcuts={`${ariaKeys('ringInto')} ${ariaKeys('ringIntoAnywhere')}`}
        onClick={onAnswer}
      >
        {messages.into}
      </Button>
    </div>
  )
}

const IN_FIELD = ['ringOrder1Anywhere', 'ringOrder2Anywhere', 'ringOrder3Anywhere'] as const
const OFF_FIELD = ['ringOrder1', 'ringOrder2', 'ringOrder3'] as const
const NUMBERS = [1, 2, 3] as const

interface AddressesProps {
  addresses: CallView['client']['addresses']
  mayPlace: boolean
  press: (n: 1 | 2 | 3) => void
}

/** The three most used addresses; each answers and places the order from there, all else as the client has it. */
function Addresses({ addresses, mayPlace, press }: AddressesProps) {
  const isElsewhere = useDigitsAreTaken()
  if (!mayPlace) return null
  return (
    <fieldset className="incoming-addresses">
      <legend>{messages.legend}</legend>
      {NUMBERS.map((n) => {
        const address = addresses[n - 1]
        const [here, elsewhere]: [KeyId, KeyId] = [OFF_FIELD[n - 1] ?? 'ringOrder1', IN_FIELD[n - 1] ?? 'ringOrder1']
        return address ? (
          <Button
            key={address.id}
            size="compact-sm"
            variant="light"
            color="green"
            fullWidth
            justify="space-between"
            classNames={{ label: 'incoming-address' }}
            title={messages.from(addressLine(address))}
            rightSection={<KeyHint of={isElsewhere ? elsewhere : here} />}
            aria-keyshortcuts={`${ariaKeys(here)} ${ariaKeys(elsewhere)}`}
            onClick={() => press(n)}
          >
            {addressLine(address)}
          </Button>
        ) : null
      })}
    </fieldset>
  )
}
