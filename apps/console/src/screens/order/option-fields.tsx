import { Checkbox } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ro } from '../../text/ro.ts'
import type { ChangeDraft } from './draft-store.ts'
import { useOrderChoices } from './use-order-choices.ts'

const MoreOptions = lazy(() => import('./more-options.tsx').then((m) => ({ default: m.MoreOptions })))

/** ORD-29: five at hand, the rest behind a list. */
const INLINE = 5

export function OptionFields({ chosen, change }: { chosen: readonly string[]; change: ChangeDraft }) {
  const { options } = useOrderChoices()
  const inline = options.slice(0, INLINE)
  const rest = options.slice(INLINE)
  const isInline = (key: string) => inline.some((option) => option.key === key)
  if (options.length === 0) return null
  return (
    <fieldset className="options">
      <legend className="field-label">{ro.order.options}</legend>
      {inline.map((option) => (
        <Checkbox
          key={option.key}
          label={option.name}
          checked={chosen.includes(option.key)}
          onChange={(event) => {
            const isOn = event.currentTarget.checked
            change((draft) => ({
              options: isOn ? [...draft.options, option.key] : draft.options.filter((key) => key !== option.key),
            }))
          }}
        />
      ))}
      {rest.length > 0 ? (
        <Suspense fallback={<div className="more-options" />}>
          <MoreOptions
            options={rest}
            chosen={chosen.filter((key) => !isInline(key))}
            onChange={(others) => change((draft) => ({ options: [...draft.options.filter(isInline), ...others] }))}
          />
        </Suspense>
      ) : null}
    </fieldset>
  )
}
