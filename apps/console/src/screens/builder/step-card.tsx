import type { SearchStep } from '@dispecerat/domain/search-rules'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { builderWords as words } from '../../text/builder-words.ts'
import { stepSentence } from '../../text/search-summary.ts'
import { stepName } from './interval-names.ts'
import { StepFields } from './step-fields.tsx'
import { isWhole } from './whole-step.ts'

interface Given {
  handle: ReactNode
  step: SearchStep
  index: number
  of: number
  /** All errors of the interval, by wire path. */
  errors: Readonly<Record<string, string>>
  onChange: (step: SearchStep) => void
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
}

/** One step: what it does in words, and every parameter of it. */
export function StepCard({ handle, step, index, of, errors, onChange, onMove, onCopy, onRemove }: Given) {
  const errorAt = (field: string) => errors[`definitions.items.${index}.${field}`]
  return (
    <article aria-labelledby={`step-${index}`}>
      <div className="step-head">
        {handle}
        <h4 id={`step-${index}`}>{words.stepTitle(index + 1)}</h4>
        <p className="small dim step-words">{isWhole(step) ? stepSentence(step) : '…'}</p>
        <StepButtons {...{ index, of, onMove, onCopy, onRemove }} />
      </div>
      <StepFields step={step} errorAt={errorAt} onChange={onChange} />
    </article>
  )
}

function StepButtons({
  index,
  of,
  onMove,
  onCopy,
  onRemove,
}: Pick<Given, 'index' | 'of' | 'onMove' | 'onCopy' | 'onRemove'>) {
  const name = stepName(index)
  const buttons: [string, typeof IconX, boolean, () => void][] = [
    [words.up(name), IconArrowUp, index === 0, () => onMove(index - 1)],
    [words.down(name), IconArrowDown, index === of - 1, () => onMove(index + 1)],
    [words.duplicate(name), IconCopy, false, onCopy],
    [words.remove(name), IconX, false, onRemove],
  ]
  return (
    <span className="row-buttons">
      {buttons.map(([label, Icon, isOff, act]) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          title={label}
          aria-disabled={isOff}
          onClick={isOff ? undefined : act}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  )
}
