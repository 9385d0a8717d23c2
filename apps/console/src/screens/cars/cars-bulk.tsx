import { changeManyCars } from '@dispecerat/contract/cars'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { BulkBar } from '../../parts/data-table/bulk-bar.tsx'
import { carWords } from '../../text/car-words.ts'
import { toast } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo-toast.tsx'

const words = carWords.bulk
const UNDO_MS = 6000
type Act = 'activate' | 'deactivate' | 'delete'
const ACTS = [
  { act: 'activate', label: words.activate, ask: words.askActivate },
  { act: 'deactivate', label: words.deactivate, ask: words.askDeactivate, isDanger: true },
  { act: 'delete', label: words.remove, ask: words.askDelete, isDanger: true },
] as const

interface Props {
  ids: readonly number[]
  nameOf: (id: number) => string
  onClear: () => void
}

/** Puts all chosen cars to work, out of work, or takes them away. */
export function CarsBulk({ ids, nameOf, onClear }: Props) {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: ['cars'] })
  const restore = useAction(
    (gone: readonly number[], key) => call(changeManyCars, { body: { ids: [...gone], action: 'restore' } }, { key }),
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
      run={(action, chosen, key) => call(changeManyCars, { body: { ids: [...chosen], action } }, { key })}
      told={(act, done) => {
        refresh()
        if (act !== 'delete') return false
        const undo = () => void restore.run(done)
        offerUndo({ text: words.deleted(done.length), label: carWords.undo, ms: UNDO_MS, undo })
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
