import type { PaperState } from '@dispecerat/domain/car'
import { carWords as words } from '../text/car-words.ts'
import './paper-tag.css'

/** A sign and a word, never a colour alone. */
export function PaperTag({ state, text }: { state: PaperState; text?: string }) {
  return (
    <span className={`car-paper car-paper-${state}`}>
      <span aria-hidden>{words.paperSigns[state]}</span> {text ?? words.papers[state]}
    </span>
  )
}
