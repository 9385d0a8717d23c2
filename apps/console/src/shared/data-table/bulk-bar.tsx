import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { tableMessages } from '../../text/table-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'

export type Outcomes = readonly { id: number; ok: boolean; message: string | null }[]
type Failed = readonly { id: number; name: string; message: string }[]

export interface BulkAct<Act extends string> {
  act: Act
  label: string
  /** Text of the confirmation for n rows. */
  question: (n: number) => string
  isDanger?: boolean
}

interface Props<Act extends string> {
  ids: readonly number[]
  nameOf: (id: number) => string
  acts: readonly BulkAct<Act>[]
  run: (act: Act, ids: readonly number[], key: string) => Promise<{ data: Outcomes }>
  messages: { done: (n: number) => string; failed: (n: number) => string }
  /** Shows a message of its own instead of the usual toast; returns true if it did. */
  notify?: (act: Act, ids: readonly number[]) => boolean
  onDone: () => void
  onClear: () => void
}

/** Actions on all selected rows; a row that failed is listed with its reason. */
export function BulkBar<Act extends string>(props: Props<Act>) {
  const { ids, nameOf, acts, run, messages, notify, onDone, onClear } = props
  const [failed, setFailed] = useState<Failed>([])
  const change = useAction((act: Act, key) => run(act, ids, key), {
    done: ({ data }, act) => {
      const not = data.filter(({ ok }) => !ok)
      const done = data.filter(({ ok }) => ok).map(({ id }) => id)
      if (done.length > 0 && !notify?.(act, done)) toast.good(messages.done(done.length))
      setFailed(not.map(({ id, message }) => ({ id, name: nameOf(id), message: message ?? '' })))
      if (not.length === 0) onDone()
    },
  })
  const confirmAct = ({ act, label, question, isDanger = false }: BulkAct<Act>) =>
    confirm({ text: question(ids.length), yes: label, danger: isDanger, onYes: () => void change.run(act) })
  return (
    <section className="panel bulk-bar" aria-label={tableMessages.selected(ids.length)}>
      <span role="status">{tableMessages.selected(ids.length)}</span>
      {acts.map((one) => (
        <Button
          key={one.act}
          size="compact-sm"
          variant="default"
          disabled={change.busy}
          onClick={() => confirmAct(one)}
        >
          {one.label}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {tableMessages.unselect}
      </Button>
      {failed.length > 0 ? (
        <Alert color="red" role="alert" title={messages.failed(failed.length)} withCloseButton={false}>
          <ul>
            {failed.map(({ id, name, message }) => (
              <li key={id}>
                {name}: {message}
              </li>
            ))}
          </ul>
          <Button size="compact-sm" variant="default" onClick={onDone}>
            {tableMessages.close}
          </Button>
        </Alert>
      ) : null}
    </section>
  )
}
