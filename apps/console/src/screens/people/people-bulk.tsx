import { changePeopleState } from '@dispecerat/contract/people'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { peopleWords } from '../../text/people-words.ts'
import { tableWords } from '../../text/table-words.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

const words = peopleWords.bulk

interface Props {
  ids: readonly number[]
  nameOf: (id: number) => string
  onDone: () => void
  onClear: () => void
}

type Failed = readonly { id: number; name: string; message: string }[]

/** What can be done with all chosen rows; each row that could not says why. */
export function PeopleBulk({ ids, nameOf, onDone, onClear }: Props) {
  const [failed, setFailed] = useState<Failed>([])
  const change = useAction(
    (action: 'activate' | 'deactivate', key) => call(changePeopleState, { body: { ids: [...ids], action } }, { key }),
    {
      done: ({ data }) => {
        const not = data.filter(({ ok }) => !ok)
        const done = data.length - not.length
        if (done > 0) toast.good(words.done(done))
        setFailed(not.map(({ id, message }) => ({ id, name: nameOf(id), message: message ?? '' })))
        if (not.length === 0) onDone()
      },
    },
  )
  const ask = (action: 'activate' | 'deactivate') =>
    confirm({
      text: action === 'activate' ? words.askActivate(ids.length) : words.askDeactivate(ids.length),
      yes: words[action],
      danger: action === 'deactivate',
      onYes: () => void change.run(action),
    })
  return (
    <section className="panel bulk-bar" aria-label={tableWords.selected(ids.length)}>
      <span role="status">{tableWords.selected(ids.length)}</span>
      <Button size="compact-sm" variant="default" disabled={change.busy} onClick={() => ask('activate')}>
        {words.activate}
      </Button>
      <Button size="compact-sm" variant="default" disabled={change.busy} onClick={() => ask('deactivate')}>
        {words.deactivate}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {tableWords.unselect}
      </Button>
      {failed.length > 0 ? (
        <Alert color="red" role="alert" title={words.failed(failed.length)} withCloseButton={false}>
          <ul>
            {failed.map(({ id, name, message }) => (
              <li key={id}>
                {name}: {message}
              </li>
            ))}
          </ul>
          <Button size="compact-sm" variant="default" onClick={onDone}>
            {words.close}
          </Button>
        </Alert>
      ) : null}
    </section>
  )
}
