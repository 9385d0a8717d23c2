import type { ClientView } from '@dispecerat/contract/orders/clients'
import type { PlaceView } from '@dispecerat/contract/orders/order-shapes'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { confirmMessage } from '../../shared/notices/send-message.tsx'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { confirmBlockPhone } from '../clients/confirm-block-phone.tsx'

const messages = ro.order.form
const ClientHistory = later(() => import('./client/client-history.tsx').then((m) => m.ClientHistory))

interface Props {
  phone: string
  client: ClientView | null
  onPick: (places: readonly PlaceView[]) => void
}

/** Actions about the client besides ordering: earlier orders, a message, a block. */
export function FormLinks({ phone: typed, client, onPick }: Props) {
  const [historyIsOpen, setHistoryIsOpen] = useState(false)
  const phone = normalizePhone(typed)
  const noPhone = isPhone(phone) ? null : messages.needsPhone
  const noClient = noPhone ?? (client?.id == null ? messages.needsClient : null)
  useKey('clientHistory', () => noPhone === null && setHistoryIsOpen(true))
  const write = () => {
    if (client?.id != null) confirmMessage({ userId: client.id, name: client.name ?? typed })
  }
  return (
    <>
      <FormLink
        why={noPhone}
        keys={ariaKeys('clientHistory')}
        hint={<KeyHint of="clientHistory" />}
        onClick={() => setHistoryIsOpen(true)}
      >
        {messages.history}
      </FormLink>
      <FormLink why={noClient} onClick={write}>
        {messages.messenger}
      </FormLink>
      <FormLink why={noPhone} onClick={() => confirmBlockPhone(phone)}>
        {messages.block}
      </FormLink>
      {historyIsOpen ? (
        <Suspense fallback={null}>
          <ClientHistory
            clientId={client?.id ?? null}
            phone={phone}
            onPick={onPick}
            onClose={() => setHistoryIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Disabled with a reason, never hidden. */
function FormLink(props: {
  why: string | null
  keys?: string
  hint?: ReactNode
  onClick: () => void
  children: string
}) {
  const { why } = props
  const isOff = why !== null
  return (
    <Button
      size="compact-xs"
      variant="default"
      rightSection={props.hint}
      aria-keyshortcuts={props.keys}
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      title={why ?? undefined}
      aria-description={why ?? undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!isOff) props.onClick()
      }}
    >
      {props.children}
    </Button>
  )
}
