import type { ClientView } from '@dispecerat/contract/orders/clients'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { plural } from '@dispecerat/domain/kernel/plural'
import type { OrderState, TripState } from '@dispecerat/domain/orders/order'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import { OpenOrderArrival } from '../../../shared/order-arrival/open-order-arrival.tsx'
import { OrderStateBadge } from '../../../shared/orders/order-state-badge.tsx'
import { addressLine } from '../../../shared/places/address-line.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { dayAndTime, shownTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import type { OrderDraft } from '../draft/order-draft.ts'
import type { ClientAddress } from '../places/pick-address.ts'
import './client-memory.css'

const messages = ro.calls.memory
const PICK_KEYS = ['pickAddress1', 'pickAddress2', 'pickAddress3'] as const

interface Props {
  draft: OrderDraft
  client: ClientView | null
  isLoading: boolean
  /** One of the three most used addresses, for the pickup. */
  pick: (address: ClientAddress) => void
  /** The duplicate warning (`useDuplicateGuard`) is shown already. */
  isWarned?: boolean
}

/** The company's knowledge about the client of the typed phone, shown before the address is typed. */
export function ClientMemory({ draft, client, isLoading, pick, isWarned = false }: Props) {
  if (client === null || !isPhone(normalizePhone(draft.phone))) {
    return (
      <section className="client-memory small" aria-label={messages.title}>
        <p className={isLoading ? 'dim memory-looking' : 'dim'}>{isLoading ? messages.looking : messages.hint}</p>
      </section>
    )
  }
  return (
    <section className="client-memory small" aria-label={messages.title}>
      <div className="memory-line" role="status">
        {client.is_blocked ? <b className="tag tag-bad">✕ {ro.calls.blocked(client.blocked_reason)}</b> : null}
        {client.id === null ? <span className="tag">{messages.unknown}</span> : <b>{client.name}</b>}
        {client.orders_count > 0 ? (
          <span>
            {messages.orders(client.orders_count)} · {messages.canceled(client.canceled_count)}
          </span>
        ) : null}
        {client.no_shows_count > 0 ? <b className="tag tag-alert">{noShows(client.no_shows_count)}</b> : null}
        {client.last_order_at ? (
          <span className="dim">{messages.last(shownTime(client.last_order_at, dayAndTime))}</span>
        ) : null}
        {client.protocol_parent_user ? (
          <span className="tag">
            {messages.protocol}: {client.protocol_parent_user.name}
          </span>
        ) : null}
      </div>
      {client.open_order ? <OpenOrder order={client.open_order} /> : null}
      {isWarned ? (
        <p role="alert" className="note tag-alert-soft">
          {messages.duplicate}
        </p>
      ) : null}
      {client.about ? <p className="memory-notes">{client.about}</p> : null}
      {client.addresses.length > 0 ? <AddressKeys addresses={client.addresses} pick={pick} /> : null}
    </section>
  )
}

/** Apart from `ro.calls`, which every first screen loads. */
function noShows(n: number): string {
  return n === 1 ? 'absent o dată' : `absent de ${plural(n, 'ori', 'ori', 'de ori')}`
}

type Open = NonNullable<ClientView['open_order']>

/** The open order that the call is probably about, one key away. */
function OpenOrder({ order }: { order: Open }) {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const open = () => void navigate({ to: orderPath, params: { id: String(order.id) }, search: (search) => search })
  useKey('openClientOrder', open)
  return (
    <div className="memory-line memory-open">
      <b>{messages.open}</b>
      <OrderStateBadge state={order.state as OrderState} tripState={order.trip_state as TripState | null} />
      {order.car_indicativ ? <b>{order.car_indicativ}</b> : null}
      <OpenOrderArrival order={order} />
      <span className="memory-address">{order.address}</span>
      <Button
        size="compact-xs"
        variant="default"
        aria-keyshortcuts={ariaKeys('openClientOrder')}
        rightSection={<KeyHint of="openClientOrder" />}
        onClick={open}
      >
        {messages.openThat}
      </Button>
    </div>
  )
}

/** The three most used addresses; each has a key that works in every field of the form. */
function AddressKeys({ addresses, pick }: { addresses: ClientView['addresses']; pick: Props['pick'] }) {
  const [first, second, third] = addresses
  useKey('pickAddress1', () => first && pick(first), first !== undefined)
  useKey('pickAddress2', () => second && pick(second), second !== undefined)
  useKey('pickAddress3', () => third && pick(third), third !== undefined)
  return (
    <fieldset className="memory-addresses" aria-label={messages.addresses}>
      {PICK_KEYS.map((keyId, n) => {
        const address = addresses[n]
        return address ? (
          <Button
            key={address.id}
            size="compact-xs"
            variant="default"
            className="memory-pick"
            title={messages.pick(addressLine(address))}
            aria-keyshortcuts={ariaKeys(keyId)}
            rightSection={<KeyHint of={keyId} />}
            onClick={() => pick(address)}
          >
            {addressLine(address)}
          </Button>
        ) : null
      })}
    </fieldset>
  )
}
