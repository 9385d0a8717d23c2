import { Checkbox } from '@mantine/core'
import { Suspense } from 'react'
import { ro } from '../../../text/ro.ts'
import { onDemand } from '../../../ui/later.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import { offeredOptions } from './offered-options.ts'
import { useOrderChoices } from './use-order-choices.ts'

const MoreOptions = onDemand(() => import('./more-options.tsx').then((m) => m.MoreOptions))

interface Props {
  chosen: readonly string[]
  serviceId: number
  /** Labels of the older form; the options they name come first there. */
  captions?: Readonly<Record<string, string>>
  problem: (field: string) => string | undefined
  change: ChangeDraft
}

const NO_CAPTIONS: Readonly<Record<string, string>> = {}

export function OptionFields({ chosen, serviceId, captions = NO_CAPTIONS, problem, change }: Props) {
  const { options } = useOrderChoices()
  const named = options.map((option) => ({ ...option, name: captions[option.key] ?? option.name }))
  const { inline, rest } = offeredOptions(named, serviceId, Object.keys(captions))
  const isInline = (key: string) => inline.some((option) => option.key === key)
  const refused = chosen.map((key) => problem(`options.${key}`)).find(Boolean) ?? problem('options')
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
      {refused ? (
        <span role="alert" className="field-error">
          {refused}
        </span>
      ) : null}
    </fieldset>
  )
}
