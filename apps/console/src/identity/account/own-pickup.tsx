import { type ProtocolAccount, readProtocolAccount, saveOwnPickup } from '@dispecerat/contract/orders/protocol-account'
import { isDeliveryPackage } from '@dispecerat/domain/orders/goods'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive } from '../../realtime/use-live.ts'
import { useProtocolAccount } from '../../shared/companies/use-protocol-account.ts'
import { type MapPoint, PointOnMap } from '../../shared/places/point-on-map.tsx'
import { useFieldProblems } from '../../shared/two-factor/use-field-problems.ts'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'

const messages = ownScreenMessages.pickup
const UNDO_MS = 6000
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
  const [name, setName] = useState(saved?.name ?? '')
  const [point, setPoint] = useState<MapPoint | null>(saved && { lat: saved.lat, long: saved.long })
  const wrong = useFieldProblems()
  const save = useSavePickup(wrong.tell)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    const problems: Record<string, string[]> = {}
    if (typed === '') problems['pickup.name'] = [messages.noName]
    if (point === null) problems.pickup = [messages.noPoint]
    wrong.set(problems)
    if (typed !== '' && point) void save.run({ name: typed, lat: point.lat, long: point.long })
  }
  const remove = async () => {
    if (!(await save.run(null)) || !saved) return
    offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void save.run(saved) })
  }
  const isOfCompany = saved === null && pickup !== null
  return (
    <form onSubmit={submit} noValidate className="account-pickup-form">
      <p className="dim">
        {isOfCompany
          ? messages.ofCompany(pickup.name)
          : isDeliveryPackage(company.package_id)
            ? messages.fixed
            : messages.proposed}
      </p>
      <PointOnMap
        point={point}
        error={wrong.at('pickup') ?? wrong.at('pickup.lat')}
        onMove={(moved, found) => {
          setPoint(moved)
          if (found) setName(found)
        }}
      />
      <TextInput
        label={messages.name}
        maxLength={200}
        value={name}
        error={wrong.at('pickup.name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="account-submit">
        <Button size="compact-md" type="submit" aria-busy={save.busy}>
          {messages.save}
        </Button>
        {saved ? (
          <Button size="compact-md" variant="default" onClick={() => void remove()}>
            {messages.remove}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function useSavePickup(showErrors: (error: unknown) => boolean) {
  const cache = useQueryClient()
  return useAction((pickup: Pickup | null, key) => request(saveOwnPickup, { body: { pickup } }, { key }), {
    done: (fresh, pickup) => {
      cache.setQueryData(endpointKey(readProtocolAccount), fresh)
      if (pickup) toast.good(messages.saved)
    },
    failed: showErrors,
  })
}
