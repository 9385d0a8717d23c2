import { FALLBACK_STEPS } from '@dispecerat/domain/dispatch/search-rules'
import { methodSentence } from '@dispecerat/domain/dispatch/search-summary'
import { builderMessages as messages } from './builder-messages.ts'

/** Placeholder of the editor while no interval is chosen: describes the fallback. */
export function NoIntervalOpen() {
  return (
    <div className="panel builder-empty dim">
      <p>{messages.choose}</p>
      <p>
        {messages.fallback}: {methodSentence(FALLBACK_STEPS)}
      </p>
    </div>
  )
}
