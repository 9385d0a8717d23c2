import { changeManyDevices } from '@dispecerat/contract/devices'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { BulkBar } from '../../parts/data-table/bulk-bar.tsx'
import { deviceWords } from '../../text/device-words.ts'
import { toast } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo-toast.tsx'

const words = deviceWords.bulk
const UNDO_MS = 6000
type Act = 'unblock' | 'block' | 'delete'
const ACTS = [
  { act: 'unblock', label: words.unblock, ask: words.askUnblock },
  { act: 'block', label: words.block, ask: words.askBlock, isDanger: true },
  { act: 'delete', label: words.remove, ask: words.askDelete, isDanger: true },
] as const

interface Props {
  ids: readonly number[]
  nameOf: (id: number) => string
  onClear: () => void
}

/** Blocks all chosen phones, lets them in again, or takes them off the list. */
export function DevicesBulk({ ids, nameOf, onClear }: Props) {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: ['devices'] })
  const restore = useAction(
    (gone: readonly number[], key) => call(changeManyDevices, { body: { ids: [...gone], action: 'restore' } }, { key }),
    {
      done: ({ data }) => {
        refresh()
        const failed = data.find(({ ok }) => !ok)
        if (failed) toast.bad(failed.message ?? '')
        else toast.good(words.restored(data.length))
      },
    },
  )
  return (
    <BulkBar<Act>
      ids={ids}
      nameOf={nameOf}
      acts={ACTS}
      words={words}
      run={(action, chosen, key) => call(changeManyDevices, { body: { ids: [...chosen], action } }, { key })}
      told={(act, done) => {
        refresh()
        if (act !== 'delete') return false
        const undo = () => void restore.run(done)
        offerUndo({ text: words.deleted(done.length), label: deviceWords.undo, ms: UNDO_MS, undo })
        return true
      }}
      onDone={() => {
        refresh()
        onClear()
      }}
      onClear={onClear}
    />
  )
}
