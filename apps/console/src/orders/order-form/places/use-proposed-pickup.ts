import type { ProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { useEffect } from 'react'
import { changeStoredDraft, useDraftStore } from '../draft/draft-store.ts'
import { draftIsEmpty, emptyPlace } from '../draft/order-draft.ts'

/** A ride of an account starts with its own address as pickup; filled in once per draft, so that it can be emptied. */
export function useProposedPickup({ pickup, own_pickup: own }: ProtocolAccount): void {
  const draftId = useDraftStore(({ draft }) => draft.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that was emptied by hand is not filled again
  useEffect(() => {
    const { draft } = useDraftStore.getState()
    if (pickup !== null || own === null || !draftIsEmpty(draft)) return
    const { name, lat, long } = own
    changeStoredDraft({ places: [{ ...emptyPlace(draft.places[0]?.key ?? 'a'), name, point: { lat, long } }] })
  }, [draftId, own?.name, own?.lat, own?.long])
}
