import './long-text.css'
import { beginningOf } from './shortened.ts'

/** Shows the beginning of a long text; a press shows the rest. */
export function LongText({ text, max }: { text: string; max: number }) {
  const shown = beginningOf(text, max)
  if (shown.length === text.length) return text
  return (
    <details className="long-text">
      <summary>
        {shown}
        <span className="long-text-more">…</span>
      </summary>
      {text.slice(shown.length).trimStart()}
    </details>
  )
}
