import { type ClientView, lookUpClient, noteClient } from '@dispecerat/contract/orders/clients'
import { isPhone, normalizePhone, prettyPhone } from '@dispecerat/domain/kernel/phone'
import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { patchReply } from '../../../api/patch-reply.ts'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import type { OrderDraft } from '../draft/order-draft.ts'

interface Props {
  draft: OrderDraft
  change: ChangeDraft
  wrong: (field: string) => string | undefined
}

/** Enter goes on to the address; leaving the field groups the digits. */
export function PhoneField({
  draft,
  change,
  wrong,
  isFixed,
  onEnter,
}: Props & { isFixed: boolean; onEnter: () => void }) {
  return (
    <TextInput
      label={ro.order.phone}
      inputMode="tel"
      autoComplete="off"
      data-phone
      autoFocus={!isFixed}
      readOnly={isFixed}
      value={draft.phone}
      error={wrong('phone') ?? wrong('client_phone')}
      onChange={(event) => change({ phone: withoutStrayPlus(event.currentTarget.value) })}
      onBlur={() => change(({ phone }) => ({ phone: tidyPhone(phone) }))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}

/**
 * `+` is also the key for a new order, which focuses the phone: a repeated press is no part of the number. No country
 * code begins with 0.
 */
function withoutStrayPlus(typed: string): string {
  if (!typed.includes('+')) return typed
  const digits = typed.replaceAll('+', '').trimStart()
  return typed.trimStart().startsWith('+') && !digits.startsWith('0') ? `+${digits}` : digits
}

export function NameField({ draft, change, wrong }: Props) {
  return (
    <TextInput
      label={ro.order.name}
      autoComplete="off"
      value={draft.name}
      error={wrong('name') ?? wrong('client_name')}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  )
}

/** Sent with the order; the button beside it stores the notes with the client at once. */
export function NotesField({ draft, change, wrong, client }: Props & { client: ClientView | null }) {
  const cache = useQueryClient()
  const phone = normalizePhone(draft.phone)
  const typed = draft.notes.trim()
  const save = useAction(
    (text: string, key) => request(noteClient, { params: { phone }, body: { about: text } }, { key }),
    {
      done: ({ data }) => {
        toast.good(ro.order.notesUpdated)
        patchReply<{ data: ClientView }>(cache, endpointKey(lookUpClient, { body: { phone } }), (reply) => ({
          data: { ...reply.data, id: data.id, about: data.about },
        }))
      },
      failed: () => {
        toast.bad(ro.order.notesFailed)
        return true
      },
    },
  )
  const press = () => {
    if (isPhone(phone)) {
      void save.run(typed)
      return
    }
    toast.bad(ro.order.phoneRequired)
    document.querySelector<HTMLElement>('[data-phone]')?.focus()
  }
  return (
    <Textarea
      label={ro.order.notes}
      autosize
      minRows={1}
      maxRows={3}
      value={draft.notes}
      error={wrong('about_client')}
      onChange={(event) => change({ notes: event.currentTarget.value })}
      rightSection={
        typed === (client?.about ?? '') ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={ro.order.form.saveNotes}
            title={ro.order.form.saveNotes}
            aria-busy={save.busy || undefined}
            onClick={press}
          >
            <IconDeviceFloppy size={15} />
          </ActionIcon>
        )
      }
    />
  )
}

/** '0722333444' becomes '0722 333 444' when the field is left; anything else stays as typed. */
function tidyPhone(typed: string): string {
  const normal = normalizePhone(typed)
  return /^\+40\d{9}$/.test(normal) ? prettyPhone(normal) : typed
}
