import { type ProtocolAccount, readProtocolAccount, saveOwnPickup } from '@dispecerat/contract/orders/protocol-account'
import { isDeliveryPackage } from '@dispecerat/domain/orders/goods'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive } from '../../realtime/use-live.ts'
import { useProtocolAccount } from '../../shared/companies/use-protocol-account.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { type MapPoint, PointOnMap } from '../../shared/places/point-on-map.tsx'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'

const messages = ownScreenMessages.pickup
const UNDO_MS = 6000
/** Fields of the request: where their errors are shown. */
const SHOWN_AT = { 'pickup.name': 'name', pickup: 'point', 'pickup.lat': 'point' } as const
type Pickup = NonNullable<ProtocolAccount['own_pickup']>

/** The fixed pickup address of a protocol company, found by an address search or set on the map. */
export function OwnPickup() {
  const { data, isError, refetch } = useProtocolAccount()
  const cache = useQueryClient()
  useLive('own_account_changed', () => void invalidate(cache, readProtocolAccount))
  const account = data?.data
  return (
    <section className="panel account-part account-pickup" aria-labelledby="pickup-title">
      <h2 id="pickup-title">{messages.title}</h2>
      {isError && !account ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!account && !isError ? <Skeleton height={360} /> : null}
      {account ? <PickupForm key={JSON.stringify(account.own_pickup)} account={account} /> : null}
    </section>
  )
}

function PickupForm({ account }: { account: ProtocolAccount }) {
  const { own_pickup: saved, company, pickup } = account
  const point: MapPoint | null = saved && { lat: saved.lat, long: saved.long }
  const save = useSavePickup()
  const form = useForm({
    initial: { name: saved?.name ?? '', point },
    check: ({ name, point }) => ({
      name: name.trim() === '' ? messages.noName : undefined,
      point: point === null ? messages.noPoint : undefined,
    }),
    shownAt: SHOWN_AT,
    save: ({ name, point }, key) => save(point && { name: name.trim(), lat: point.lat, long: point.long }, key),
    done: () => toast.good(messages.saved),
  })
  const restore = useAction(save, { done: () => toast.good(messages.saved) })
  const remove = useAction((_: null, key) => save(null, key), {
    done: () => {
      if (!saved) return
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(saved) })
    },
  })
  const isOfCompany = saved === null && pickup !== null
  return (
    <form onSubmit={form.submit} noValidate className="account-pickup-form">
      <p className="dim">
        {isOfCompany
          ? messages.ofCompany(pickup.name)
          : isDeliveryPackage(company.package_id)
            ? messages.fixed
            : messages.proposed}
      </p>
      <PointOnMap
        point={form.values.point}
        error={form.errors.point}
        onMove={(moved, found) => {
          form.set('point', moved)
          if (found) form.set('name', found)
        }}
      />
      <TextInput label={messages.name} maxLength={200} {...form.bind('name')} />
      <div className="account-submit">
        <Button size="compact-md" type="submit" aria-busy={form.busy}>
          {messages.save}
        </Button>
        {saved ? (
          <Button size="compact-md" variant="default" onClick={() => void remove.run(null)}>
            {messages.remove}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function useSavePickup() {
  const cache = useQueryClient()
  return async (pickup: Pickup | null, key: string) => {
    const fresh = await request(saveOwnPickup, { body: { pickup } }, { key })
    cache.setQueryData(endpointKey(readProtocolAccount), fresh)
  }
}
