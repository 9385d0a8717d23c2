import { ro } from '../../text/ro.ts'
import type { FieldChange } from './order-changes.ts'

const words = ro.order.edit

export function ConflictNote({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <div className="note tag-alert-soft" role="alert">
      <b>{words.changedTitle}</b>
      {changes.length === 0 ? <div>{words.changedNothing}</div> : null}
      <ul>
        {changes.map((change) => (
          <li key={change.field}>
            {words.changedRow(change.field, change.before || words.empty, change.now || words.empty)}
          </li>
        ))}
      </ul>
      <div className="small">{words.changedHint}</div>
    </div>
  )
}
