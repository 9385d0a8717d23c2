import { MAX_TEXT, platformText, type TextFact, type TextKey } from '@dispecerat/domain/office/message-texts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { EditForm } from '../../shared/edit-page/use-edit-form.ts'
import { messageTextLabels as labels } from './message-text-labels.ts'
import './texts.css'
import type { TextValues } from './text-screen.tsx'

type Field = 'subject' | 'text'

/** Text field with buttons for its placeholders: a press inserts one at the cursor. */
export function TextLabels({ name, form }: { name: TextKey; form: EditForm<TextValues> }) {
  const { channel, subject, facts, required } = platformText(name)
  const subjectInput = useRef<HTMLInputElement>(null)
  const textInput = useRef<HTMLTextAreaElement>(null)
  const last = useRef<Field>('text')
  const insert = (fact: string) => {
    const field = last.current
    const input = field === 'subject' ? subjectInput.current : textInput.current
    if (!input) return
    const at = input.selectionStart ?? input.value.length
    const put = `{${fact}}`
    form.set(field, input.value.slice(0, at) + put + input.value.slice(input.selectionEnd ?? at))
    /* After the field has rendered, places the cursor behind the inserted text. */
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(at + put.length, at + put.length)
    })
  }
  return (
    <div className="wide texts-words-edit">
      {subject === null ? null : (
        <TextInput
          ref={subjectInput}
          label={labels.subject}
          maxLength={MAX_TEXT.subject}
          value={form.values.subject ?? ''}
          error={form.errors.subject}
          onFocus={() => {
            last.current = 'subject'
          }}
          onChange={(event) => form.set('subject', event.currentTarget.value)}
        />
      )}
      <Textarea
        ref={textInput}
        label={labels.text}
        autosize
        minRows={channel === 'mail' ? 8 : 3}
        maxRows={20}
        maxLength={MAX_TEXT[channel]}
        value={form.values.text}
        error={form.errors.text}
        onFocus={() => {
          last.current = 'text'
        }}
        onChange={(event) => form.set('text', event.currentTarget.value)}
      />
      <section aria-label={labels.placeholders} className="texts-facts">
        <p className="small dim">{labels.placeholdersHint}</p>
        <ul>
          {facts.map((fact) => (
            <li key={fact}>
              <Button size="compact-xs" variant="default" aria-label={labels.insert(fact)} onClick={() => insert(fact)}>
                {`{${fact}}`}
              </Button>
              <span className="small">
                {labels.facts[fact as TextFact]}
                {required.includes(fact) ? `, ${labels.required}` : ''}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
