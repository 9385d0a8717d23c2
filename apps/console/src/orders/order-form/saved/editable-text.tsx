import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { asInput, EditableField } from './editable-field.tsx'
import type { SaveField } from './use-field-edit.ts'

interface Props {
  order: OrderView
  label: string
  wire: string
  /** The value as typed text. */
  read: (order: OrderView) => string
  show?: (text: string) => string
  locked: string | null
  multiline?: boolean
  beside?: ReactNode
  /** Chooses the on-screen keyboard of a touch device. */
  inputMode?: 'decimal' | 'tel'
  texts: { saved: string; failed?: string }
  save: SaveField<string>
  problem?: (text: string) => string | null
  needsReason?: boolean
}

/** A text field with one or several lines. */
export function EditableText({ multiline = false, inputMode, show = (text) => text, ...field }: Props) {
  return (
    <EditableField {...field} show={show}>
      {({ value, set, field: input }) =>
        multiline ? (
          <Textarea
            {...asInput(input)}
            autoFocus
            autosize
            minRows={1}
            maxRows={4}
            value={value}
            onChange={(event) => set(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            {...asInput(input)}
            autoFocus
            autoComplete="off"
            inputMode={inputMode}
            value={value}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )
      }
    </EditableField>
  )
}
