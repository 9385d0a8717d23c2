import { FALLBACK_STEPS } from '@dispecerat/domain/search-rules'
import { methodSentence } from '@dispecerat/domain/words/search-summary'
import { builderMessages as messages } from '../../text/builder-messages.ts'

/** What stands where an interval is edited while none is chosen: what rules when none does. */
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
