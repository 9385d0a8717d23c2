import type { ClientView } from '@dispecerat/contract/orders/clients'
import { useEffect, useRef } from 'react'
import type { ChangeDraft } from '../draft/draft-store.ts'
import type { OrderDraft } from '../draft/order-draft.ts'

/** Fills name, notes and protocol company from the client; never overwrites typed text. */
export function useFillFromClient(client: ClientView | null, change: ChangeDraft) {
  const filled = useRef(NOTHING)
  useEffect(() => {
    if (!client) return
    const before = filled.current
    filled.current = {
      name: client.name ?? '',
      notes: client.about ?? '',
      accountId: client.protocol_parent_user?.id ?? null,
    }
    change((draft) => withClient(draft, client, before))
  }, [client, change])
}

interface Filled {
  name: string
  notes: string
  /** The account that pays for the client, if any. */
  accountId: number | null
}
const NOTHING: Filled = { name: '', notes: '', accountId: null }

/** The client's values for a draft; `before` are those of the client before. */
export function withClient(
  draft: OrderDraft,
  { name, about, protocol_parent_user }: ClientView,
  before: Filled = NOTHING,
): Partial<OrderDraft> {
  return {
    name: draft.name === '' || draft.name === before.name ? (name ?? '') : draft.name,
    notes: draft.notes === '' || draft.notes === before.notes ? (about ?? '') : draft.notes,
    ...(draft.voucherTouched ? {} : payerOf(draft, protocol_parent_user?.id ?? null, before.accountId)),
  }
}

/** When the client changes, the account filled in for the client before is removed. */
function payerOf(
  { protocolUserId }: OrderDraft,
  accountId: number | null,
  beforeId: number | null,
): Partial<OrderDraft> {
  if (accountId !== null) return { voucher: true, protocolUserId: accountId }
  return beforeId !== null && protocolUserId === beforeId ? { voucher: false, protocolUserId: null } : {}
}
