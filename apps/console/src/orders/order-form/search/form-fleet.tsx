import type { OrderDraft } from '../draft/order-draft.ts'
import { FormMap } from '../places/form-map.tsx'
import { SearchPreviewLine } from './search-preview-line.tsx'

/** The cars around an order that is not placed yet: which would get an offer, and where they are. */
export function FormFleet({ draft }: { draft: OrderDraft }) {
  return (
    <>
      <SearchPreviewLine draft={draft} />
      <FormMap places={draft.places} />
    </>
  )
}
