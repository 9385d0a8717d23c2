/* Not in its importer, which needs a browser: the unit test runs without one. */
import type { OrderDraft } from './order-draft.ts'

/** The draft `found`, with the fields of `typed` that differ from the opened form. */
export function typedOver(found: OrderDraft, { typed, opened }: { typed: OrderDraft; opened: OrderDraft }): OrderDraft {
  const isTouched = (field: string) =>
    field === 'id' ||
    JSON.stringify(typed[field as keyof OrderDraft]) !== JSON.stringify(opened[field as keyof OrderDraft])
  return { ...found, ...Object.fromEntries(Object.entries(typed).filter(([field]) => isTouched(field))) }
}
