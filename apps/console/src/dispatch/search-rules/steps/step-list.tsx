import { FALLBACK_STEPS, type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import { methodSentence } from '@dispecerat/domain/dispatch/search-summary'
import { Alert, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import { movedTo, SortableItem, SortableList } from '../../../ui/sortable.tsx'
import { builderMessages as messages } from '../builder-messages.ts'
import { namesOf, stepName } from '../interval-names.ts'
import {
  changeSteps,
  type DraftStep,
  draftSteps,
  ownSteps,
  type RulesDraft,
  sharersOf,
  stepsOf,
} from '../rules-draft.ts'
import { changeDraft } from '../use-rules-draft.ts'
import { StepCard } from './step-card.tsx'
import { isWhole } from './whole-step.ts'

const MAX_STEPS = 20

/** The steps of the interval's method in the order they run. */
export function StepList({
  draft,
  id,
  errors,
}: {
  draft: RulesDraft
  id: number
  errors: Readonly<Record<string, string>>
}) {
  const steps = stepsOf(draft, id)
  const keys = steps.map(({ key }) => key)
  const write = (change: (steps: readonly DraftStep[]) => readonly DraftStep[]) =>
    changeDraft((now) => changeSteps(now, id, change(stepsOf(now, id))))
  const sort = (order: readonly number[]) =>
    write((now) => order.flatMap((key) => now.filter((step) => step.key === key)))
  const remove = (key: number) => {
    const before = steps
    write((now) => now.filter((step) => step.key !== key))
    offerUndo({ text: messages.removeStep, label: messages.undoStep, ms: 6000, undo: () => write(() => before) })
  }
  const copy = (key: number) =>
    write((now) => now.flatMap((one) => (one.key === key ? [one, ...draftSteps([one.step])] : [one])))
  return (
    <div className="steps">
      <div className="steps-head">
        <h3>
          {messages.method} <span className="dim">({steps.length})</span>
        </h3>
        <Button
          size="compact-sm"
          variant="default"
          disabled={steps.length >= MAX_STEPS}
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={messages.addStepLong}
          onClick={() => write((now) => [...now, ...draftSteps([STEP_DEFAULTS])])}
        >
          {messages.addStep}
        </Button>
      </div>
      <Sharing draft={draft} id={id} />
      <p className="method-words">{methodMessages(steps.map(({ step }) => step))}</p>
      <SortableList ids={keys} nameOf={(key) => stepName(keys.indexOf(key))} onSort={sort}>
        <ol className="step-cards">
          {steps.map(({ key, step }, index) => (
            <SortableItem key={key} id={key} className="step-card" handleLabel={messages.drag(stepName(index))}>
              {(handle) => (
                <StepCard
                  {...{ handle, step, index, errors }}
                  of={steps.length}
                  onChange={(next) => write((now) => now.map((one) => (one.key === key ? { key, step: next } : one)))}
                  onMove={(to) => sort(movedTo(keys, key, to))}
                  onCopy={() => copy(key)}
                  onRemove={() => remove(key)}
                />
              )}
            </SortableItem>
          ))}
        </ol>
      </SortableList>
    </div>
  )
}

function methodMessages(steps: readonly SearchStep[]): string {
  if (steps.length === 0) return `${messages.fallback}: ${methodSentence(FALLBACK_STEPS)}`
  return steps.every(isWhole) ? methodSentence(steps) : '…'
}

function Sharing({ draft, id }: { draft: RulesDraft; id: number }) {
  const others = sharersOf(draft, id)
  if (others.length === 0) return null
  return (
    <Alert color="blue" p="xs" className="rule-shared">
      <span>{messages.sharedWith(namesOf(draft, others))}</span>{' '}
      <Button size="compact-xs" variant="default" onClick={() => changeDraft((now) => ownSteps(now, id))}>
        {messages.separate}
      </Button>
    </Alert>
  )
}
