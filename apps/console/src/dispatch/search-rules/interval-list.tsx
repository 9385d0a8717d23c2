import { whenText } from '@dispecerat/domain/dispatch/interval-labels'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { movedTo, SortableItem, SortableList } from '../../ui/sortable.tsx'
import { builderMessages as messages } from './builder-messages.ts'
import { nameOf } from './interval-names.ts'
import { confirmRemove, sortIntervals } from './list-acts.ts'
import { RowButtons } from './row-buttons.tsx'
import { errorsOf, fieldsOf, isChanged, isUnsaved, type RulesDraft, stepsOf } from './rules-draft.ts'
import { select, startInterval, useRulesDraft } from './use-rules-draft.ts'
import { hueClass } from './week/hues.ts'

interface Props {
  draft: RulesDraft
  mayEdit: boolean
  /** Id of the interval that applies now. */
  rulingNow: number | null
}

/** The intervals in order of precedence: moved with the mouse, with the keyboard, or one place at a time. */
export function IntervalList({ draft, mayEdit, rulingNow }: Props) {
  const { order } = draft
  return (
    <section className="panel rule-list" aria-labelledby="intervals-title">
      <div className="rule-list-head">
        <h2 id="intervals-title" className="panel-title">
          {messages.intervals} ({order.length})
        </h2>
        {mayEdit ? (
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={messages.addIntervalLong}
            onClick={() => startInterval(null)}
          >
            {messages.addInterval}
          </Button>
        ) : null}
      </div>
      <p className="small dim rule-list-hint">{order.length === 0 ? messages.noIntervals : messages.precedence}</p>
      {mayEdit ? (
        <SortableList ids={order} nameOf={(id) => nameOf(draft, id)} onSort={(ids) => void sortIntervals(ids)}>
          <ol className="rule-rows">
            {order.map((id, index) => (
              <SortableItem key={id} id={id} className="rule-row" handleLabel={messages.drag(nameOf(draft, id))}>
                {(handle) => (
                  <>
                    {handle}
                    <RowFace draft={draft} id={id} isNow={id === rulingNow} />
                    <IntervalButtons draft={draft} id={id} index={index} />
                  </>
                )}
              </SortableItem>
            ))}
          </ol>
        </SortableList>
      ) : (
        <ol className="rule-rows">
          {order.map((id) => (
            <li key={id} className="rule-row">
              <RowFace draft={draft} id={id} isNow={id === rulingNow} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function RowFace({ draft, id, isNow }: { draft: RulesDraft; id: number; isNow: boolean }) {
  const isOpen = useRulesDraft(({ selected }) => selected === id)
  const fields = fieldsOf(draft, id)
  const name = nameOf(draft, id)
  const steps = stepsOf(draft, id).length
  return (
    <button type="button" className="rule-face" aria-current={isOpen ? 'true' : undefined} onClick={() => select(id)}>
      <span className={`rule-swatch ${hueClass(id)}`} aria-hidden>
        {draft.order.indexOf(id) + 1}
      </span>
      <span className="rule-words">
        <span className="rule-name">{name}</span>
        {fields.name.trim() ? <span className="small dim">{whenText(fields)}</span> : null}
        <span className="small dim">{steps === 0 ? messages.noSteps : messages.steps(steps)}</span>
        <Marks draft={draft} id={id} isNow={isNow} />
      </span>
    </button>
  )
}

function Marks({ draft, id, isNow }: { draft: RulesDraft; id: number; isNow: boolean }): ReactNode {
  const isDirty = isChanged(draft, id)
  const wrong = isDirty ? Object.keys(errorsOf(draft, id)).length : 0
  if (!isNow && !isDirty) return null
  return (
    <span className="rule-marks">
      {isNow ? <span className="tag tag-good">▶ {messages.now}</span> : null}
      {isDirty ? <span className="tag tag-unsaved">● {isUnsaved(id) ? messages.isNew : messages.unsaved}</span> : null}
      {wrong > 0 ? <span className="tag tag-bad">! {messages.wrongFields(wrong)}</span> : null}
    </span>
  )
}

function IntervalButtons({ draft, id, index }: { draft: RulesDraft; id: number; index: number }) {
  const { order } = draft
  return (
    <RowButtons
      name={nameOf(draft, id)}
      index={index}
      of={order.length}
      onMove={(to) => void sortIntervals(movedTo(order, id, to))}
      onCopy={() => startInterval(id)}
      onRemove={() => confirmRemove(id)}
    />
  )
}
