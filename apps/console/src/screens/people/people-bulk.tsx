import { changePeopleState } from '@dispecerat/contract/people'
import { request } from '../../api/call.ts'
import { BulkBar } from '../../parts/data-table/bulk-bar.tsx'
import { peopleWords } from '../../text/people-words.ts'

const words = peopleWords.bulk
const ACTS = [
  { act: 'activate', label: words.activate, ask: words.askActivate },
  { act: 'deactivate', label: words.deactivate, ask: words.askDeactivate, isDanger: true },
] as const

interface Props {
  ids: readonly number[]
  nameOf: (id: number) => string
  onDone: () => void
  onClear: () => void
}

/** Closes and opens all chosen accounts. */
export function PeopleBulk(props: Props) {
  return (
    <BulkBar<'activate' | 'deactivate'>
      {...props}
      acts={ACTS}
      words={words}
      run={(action, ids, key) => request(changePeopleState, { body: { ids: [...ids], action } }, { key })}
    />
  )
}
