import { whenText } from '@dispecerat/domain/dispatch/interval-labels'
import { FALLBACK_STEPS } from '@dispecerat/domain/dispatch/search-rules'
import { methodSentence, stepSentence } from '@dispecerat/domain/dispatch/search-summary'
import { builderMessages as messages } from './builder-messages.ts'
import { nameOf } from './interval-names.ts'
import { fieldsOf, type RulesDraft, stepsOf } from './rules-draft.ts'

/** Read-only description of the interval and its steps, for users who may not edit. */
export function IntervalDescription({ draft, id }: { draft: RulesDraft; id: number }) {
  const steps = stepsOf(draft, id)
  return (
    <section className="panel rule-editor" aria-labelledby="editor-title">
      <div className="rule-editor-head">
        <h2 id="editor-title" className="panel-title">
          {nameOf(draft, id)}
        </h2>
        <span className="dim">{whenText(fieldsOf(draft, id))}</span>
      </div>
      <h3>{messages.method}</h3>
      {steps.length === 0 ? (
        <p>
          {messages.fallback}: {methodSentence(FALLBACK_STEPS)}
        </p>
      ) : (
        <ol className="told-steps">
          {steps.map(({ key, step }, index) => (
            <li key={key}>
              <b>{messages.stepTitle(index + 1)}</b> {stepSentence(step)}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
