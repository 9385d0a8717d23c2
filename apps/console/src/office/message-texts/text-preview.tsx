import { filledText, platformText, problemOfText, type TextKey } from '@dispecerat/domain/office/message-texts'
import { smsSize, withoutDiacritics } from '@dispecerat/domain/office/sms-size'
import { messageTextLabels as labels } from './message-text-labels.ts'
import './texts.css'
import type { TextValues } from './text-screen.tsx'

interface Props {
  name: TextKey
  values: TextValues
  /** The text is switched off. */
  isSilent: boolean
}

/** Preview of the text with example values; for an SMS also its cost. */
export function TextPreview({ name, values, isSilent }: Props) {
  const { channel } = platformText(name)
  const problem = problemOfText(name, 'text', values.text)
  const filled = filledText(values.text, labels.examples)
  const text = channel === 'sms' && values.is_plain ? withoutDiacritics(filled) : filled
  return (
    <section className="panel edit-section texts-preview" aria-labelledby="text-preview">
      <h2 id="text-preview">{labels.preview}</h2>
      <p className="small dim">{isSilent ? labels.isOff : labels.previewHint}</p>
      {problem ? <p className="texts-problem">{problem}</p> : null}
      <div className={`texts-bubble is-${channel}`}>
        {values.subject === null ? null : <strong>{filledText(values.subject, labels.examples)}</strong>}
        <p>{text}</p>
      </div>
      {channel === 'sms' ? <Size text={text} /> : null}
    </section>
  )
}

function Size({ text }: { text: string }) {
  const { characters, segments, costly } = smsSize(text)
  return (
    <p className="small" role="status">
      {labels.characters(characters)}, {labels.segments(segments)}
      {costly.length > 0 ? `. ${labels.costly(costly.join(' '))}` : ''}
    </p>
  )
}
