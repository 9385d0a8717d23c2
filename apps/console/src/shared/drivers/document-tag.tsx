import type { DocumentState } from '@dispecerat/domain/fleet/car'
import { carMessages as messages } from './car-messages.ts'
import './document-tag.css'

/** A symbol and a text, because colour alone is not accessible. */
export function DocumentTag({ state, text }: { state: DocumentState; text?: string }) {
  return (
    <span className={`car-paper car-paper-${state}`}>
      <span aria-hidden>{messages.documentSigns[state]}</span> {text ?? messages.papers[state]}
    </span>
  )
}
