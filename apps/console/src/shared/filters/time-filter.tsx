import { useState } from 'react'
import { findMessages } from '../../text/find-messages.ts'
import { fromWallTime } from '../../text/format.ts'
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx'

interface Props {
  label: string
  value: string | undefined
  onSet: (value: string | undefined) => void
}

const WHOLE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** A bound of a period: applied as soon as it is complete, removed when it is emptied. */
export function TimeFilter({ label, value = '', onSet }: Props) {
  const [typed, setTyped] = useState({ text: value, of: value })
  if (typed.of !== value) setTyped({ text: value, of: value })
  const isTime = WHOLE.test(typed.text) && fromWallTime(typed.text) !== null
  return (
    <WallTimeField
      label={label}
      placeholder="21.11.2026 00:00"
      readable
      pickLabel={findMessages.pickDate}
      value={typed.text}
      error={typed.text.length >= 19 && !isTime ? findMessages.badDate : undefined}
      onChange={(text) => {
        const isWhole = WHOLE.test(text) && fromWallTime(text) !== null
        const taken = text === '' ? '' : isWhole ? text : null
        setTyped({ text, of: taken ?? value })
        if (taken !== null && taken !== value) onSet(taken === '' ? undefined : taken)
      }}
    />
  )
}
