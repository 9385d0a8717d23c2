import { changePeopleState } from '@dispecerat/contract/office/people'
import { request } from '../../api/request.ts'
import { BulkBar } from '../../shared/data-table/bulk-bar.tsx'
import { peopleMessages } from './people-messages.ts'

const messages = peopleMessages.bulk
const ACTS = [
  { act: 'activate', label: messages.activate, question: messages.confirmActivate },
  { act: 'deactivate', label: messages.deactivate, question: messages.confirmDeactivate, isDanger: true },
] as const

interface Props {
  ids: readonly number[]
  nameOf: (id: number) => string
  onDone: () => void
  onClear: () => void
}

/** Deactivates or activates all selected accounts. */
export function PeopleBulk(props: Props) {
  return (
    <BulkBar<'activate' | 'deactivate'>
      {...props}
      acts={ACTS}
      messages={messages}
      run={(action, ids, key) => request(changePeopleState, { body: { ids: [...ids], action } }, { key })}
    />
  )
}
