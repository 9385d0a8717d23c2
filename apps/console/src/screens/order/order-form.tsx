import { normalizePhone, prettyPhone } from '@dispecerat/domain/phone'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { ro } from '../../text/ro.ts'
import { serverNow } from '../../ui/now.ts'
import { ClientCard, ClientLine } from './client-card.tsx'
import type { ChangeDraft } from './draft-store.ts'
import { OptionFields } from './option-fields.tsx'
import { emptyPlace, type OrderDraft, problemsOf } from './order-draft.ts'
import { PaymentFields } from './payment-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { useClient } from './use-client.ts'
import { useFillFromClient } from './use-fill-from-client.ts'
import { WhenField } from './when-field.tsx'

interface Props {
  title: string
  headExtra?: ReactNode
  draft: OrderDraft
  change: ChangeDraft
  /** A saved draft keeps the phone that identifies its client. */
  phoneIsFixed?: boolean
  submitText: string
  busy: boolean
  /** Field messages of the server's last answer. */
  refused: Readonly<Record<string, string[]>>
  onSubmit: (clientName: string | null) => void
}

/** The newer form: a sentence of phone, address, order. Everything works from the keyboard. */
export function OrderForm(props: Props) {
  const { draft, change, busy } = props
  const { client, isLooking } = useClient(draft.phone)
  const [openLists, setOpenLists] = useState(0)
  const [showProblems, setShowProblems] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFillFromClient(client, change)

  const problems = showProblems ? problemsOf(draft, new Date(serverNow())) : {}
  const wrong = (field: string) => problems[field] ?? props.refused[field]?.[0]

  // The first field that is wrong takes the focus, once per attempt.
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])

  const submit = () => {
    if (busy || openLists > 0) return
    setShowProblems(true)
    if (Object.keys(problemsOf(draft, new Date(serverNow()))).length > 0) {
      setAttempt((n) => n + 1)
      return
    }
    setShowProblems(false)
    props.onSubmit(client?.name ?? null)
  }
  useKey('placeOrder', submit)
  useKey('addPlace', () => change(({ places }) => ({ places: [...places, emptyPlace(crypto.randomUUID())] })))
  useKey('voucher', () => change((d) => ({ voucher: !d.voucher, voucherTouched: true })))

  const focusPickup = () => form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
  const countOpen = useCallback((isOpen: boolean) => setOpenLists((n) => Math.max(0, n + (isOpen ? 1 : -1))), [])

  return (
    <>
      <form
        ref={form}
        className="panel order-form"
        aria-label={props.title}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="form-head">
          <h2>{props.title}</h2>
          {props.headExtra}
        </div>
        <div className="form-two">
          <TextInput
            label={ro.order.phone}
            inputMode="tel"
            autoComplete="off"
            data-phone
            autoFocus={!props.phoneIsFixed}
            readOnly={props.phoneIsFixed}
            value={draft.phone}
            error={wrong('phone') ?? wrong('client_phone')}
            onChange={(event) => change({ phone: event.currentTarget.value })}
            onBlur={() => change(({ phone }) => ({ phone: tidyPhone(phone) }))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey) return
              event.preventDefault()
              focusPickup()
            }}
          />
          <TextInput
            label={ro.order.name}
            autoComplete="off"
            value={draft.name}
            error={wrong('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </div>
        <ClientLine client={client} isLooking={isLooking} />
        <PlaceFields
          places={draft.places}
          saved={client?.addresses ?? []}
          problem={wrong}
          change={change}
          onListToggle={countOpen}
        />
        <Textarea
          label={ro.order.notes}
          autosize
          minRows={1}
          maxRows={3}
          value={draft.notes}
          error={wrong('about_client')}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
        <WhenField departure={draft.departure} error={wrong('departure') ?? wrong('departure_time')} change={change} />
        <OptionFields chosen={draft.options} change={change} />
        <PaymentFields draft={draft} error={wrong('protocol') ?? wrong('protocol_user_id')} change={change} />
        <div className="form-foot">
          <Button
            type="submit"
            size="sm"
            miw={190}
            aria-busy={busy}
            data-busy={busy || undefined}
            aria-keyshortcuts={ariaKeys('placeOrder')}
            rightSection={busy ? null : <KeyHint of="placeOrder" />}
          >
            {busy ? ro.order.submitting : props.submitText}
          </Button>
        </div>
      </form>
      <aside className="order-side">
        <ClientCard client={client} phone={draft.phone} />
      </aside>
    </>
  )
}

/** '0722333444' becomes '0722 333 444' when the field is left; anything else stays as typed. */
function tidyPhone(typed: string): string {
  const normal = normalizePhone(typed)
  return /^\+40\d{9}$/.test(normal) ? prettyPhone(normal) : typed
}
