import { SegmentedControl, Skeleton, Textarea } from '@mantine/core'
import { Suspense, useState } from 'react'
import { later } from '../../ui/later.ts'
import { contentMessages as messages } from './content-messages.ts'
import { losesInEditor } from './content-values.ts'
import { PageHtml } from './page-preview.tsx'

const RichEditor = later(() => import('./rich-editor.tsx').then((m) => m.RichEditor))

type Mode = 'text' | 'source' | 'preview'
const MODES = [
  { value: 'text', label: messages.editing },
  { value: 'source', label: messages.source },
  { value: 'preview', label: messages.preview },
]

/** The text of a page: in the visual editor, as HTML, or as a preview. */
export function ContentText({
  html,
  onChange,
  error,
}: {
  html: string
  onChange: (html: string) => void
  error?: string | undefined
}) {
  const isBeyond = losesInEditor(html)
  const [mode, setMode] = useState<Mode>(isBeyond ? 'source' : 'text')
  return (
    <div className="content-text">
      <SegmentedControl
        size="xs"
        aria-label={messages.modes}
        data={MODES}
        value={mode}
        onChange={(value) => setMode(value as Mode)}
      />
      {mode === 'text' && isBeyond ? <p role="status">{messages.beyondEditor}</p> : null}
      {mode === 'text' ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <RichEditor html={html} onChange={onChange} />
        </Suspense>
      ) : null}
      {mode === 'source' ? (
        <Textarea
          aria-label={messages.source}
          autosize
          minRows={14}
          maxRows={30}
          spellCheck={false}
          classNames={{ input: 'content-source' }}
          value={html}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : null}
      {mode === 'preview' ? (
        <section aria-label={messages.preview} className="content-preview">
          <PageHtml html={html} />
        </section>
      ) : null}
      {error === undefined ? null : (
        <p role="alert" className="content-bad">
          {error}
        </p>
      )}
    </div>
  )
}
