import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { type BulkAct, BulkBar, type Outcomes } from './bulk-bar.tsx'

const UNDO_MS = 6000

interface Props<Act extends string> {
  ids: readonly number[]
  nameOf: (id: number) => string
  onClear: () => void
  /** The list with the rows. */
  list: Endpoint
  acts: readonly BulkAct<Act | 'delete'>[]
  messages: {
    done: (n: number) => string
    failed: (n: number) => string
    deleted: (n: number) => string
    restored: (n: number) => string
    undo: string
  }
  change: (action: Act | 'delete' | 'restore', ids: readonly number[], key: string) => Promise<{ data: Outcomes }>
}

/** Actions on all selected rows; a deletion can be undone for a moment. */
export function BulkWithUndo<Act extends string>(props: Props<Act>) {
  const { ids, nameOf, onClear, list, acts, messages, change } = props
  const cache = useQueryClient()
  const refresh = () => void invalidate(cache, list)
  const restore = useAction((gone: readonly number[], key) => change('restore', gone, key), {
    done: ({ data }) => {
      refresh()
      const failed = data.find(({ ok }) => !ok)
      if (failed) toast.bad(failed.message ?? '')
      else toast.good(messages.restored(data.length))
    },
    isPerRow: true,
  })
  return (
    <BulkBar<Act | 'delete'>
      {...{ ids, nameOf, acts, messages, onClear }}
      run={change}
      notify={(act, done) => {
        refresh()
        if (act !== 'delete') return false
        const undo = () => void restore.run(done)
        offerUndo({ text: messages.deleted(done.length), label: messages.undo, ms: UNDO_MS, undo })
        return true
      }}
      onDone={() => {
        refresh()
        onClear()
      }}
    />
  )
}
