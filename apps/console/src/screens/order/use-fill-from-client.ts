import type { ClientView } from '@dispecerat/contract/company-desk'
import { useEffect, useRef } from 'react'
import type { ChangeDraft } from './draft-store.ts'

/** Name, notes and protocol company come with the client; what a person typed is never written over. */
export function useFillFromClient(client: ClientView | null, change: ChangeDraft) {
  const filled = useRef({ name: '', notes: '' })
  useEffect(() => {
    if (!client) return
    const before = filled.current
    const next = { name: client.name ?? '', notes: client.about ?? '' }
    filled.current = next
    change((draft) => ({
      name: draft.name === '' || draft.name === before.name ? next.name : draft.name,
      notes: draft.notes === '' || draft.notes === before.notes ? next.notes : draft.notes,
      ...(client.protocol_parent_user && !draft.voucherTouched
        ? { voucher: true, protocolUserId: client.protocol_parent_user.id }
        : {}),
    }))
  }, [client, change])
}
