import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { stepSentence } from '@dispecerat/domain/dispatch/search-summary'
import type { ReactNode } from 'react'
import { builderMessages as messages } from '../builder-messages.ts'
import { stepName } from '../interval-names.ts'
import { RowButtons } from '../row-buttons.tsx'
import { StepFields } from './step-fields.tsx'
import { isWhole } from './whole-step.ts'

interface Props {
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

/** One step: its description and all of its parameters. */
export function StepCard({ handle, step, index, of, errors, onChange, onMove, onCopy, onRemove }: Props) {
  const errorAt = (field: string) => errors[`definitions.items.${index}.${field}`]
  return (
    <article aria-labelledby={`step-${index}`}>
      <div className="step-head">
        {handle}
        <h4 id={`step-${index}`}>{messages.stepTitle(index + 1)}</h4>
        <p className="small dim step-words">{isWhole(step) ? stepSentence(step) : '…'}</p>
        <RowButtons name={stepName(index)} {...{ index, of, onMove, onCopy, onRemove }} />
      </div>
      <StepFields step={step} errorAt={errorAt} onChange={onChange} />
    </article>
  )
}
