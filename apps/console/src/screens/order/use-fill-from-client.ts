import type { ClientView } from '@dispecerat/contract/clients'
import { useEffect, useRef } from 'react'
import type { ChangeDraft } from './draft-store.ts'
import type { OrderDraft } from './order-draft.ts'

/** Name, notes and protocol company come with the client; what a person typed is never written over. */
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
  /** Who pays for him, if somebody does. */
  accountId: number | null
}
const NOTHING: Filled = { name: '', notes: '', accountId: null }

/** What the client brings to a draft; `before` is what an earlier client brought. */
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

/** The account of a client who is no longer meant goes with him. */
function payerOf(
  { protocolUserId }: OrderDraft,
  accountId: number | null,
  beforeId: number | null,
): Partial<OrderDraft> {
  if (accountId !== null) return { voucher: true, protocolUserId: accountId }
  return beforeId !== null && protocolUserId === beforeId ? { voucher: false, protocolUserId: null } : {}
}
