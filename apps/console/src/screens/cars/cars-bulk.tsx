import { changeManyCars } from '@dispecerat/contract/cars'
import { request } from '../../api/call.ts'
import { BulkWithUndo } from '../../parts/data-table/bulk-with-undo.tsx'
import type { Chosen } from '../../parts/data-table/table-page.tsx'
import { carWords } from '../../text/car-words.ts'

const words = { ...carWords.bulk, undo: carWords.undo }
const ACTS = [
  { act: 'activate', label: words.activate, ask: words.askActivate },
  { act: 'deactivate', label: words.deactivate, ask: words.askDeactivate, isDanger: true },
  { act: 'delete', label: words.remove, ask: words.askDelete, isDanger: true },
] as const

/** Puts all chosen cars to work, out of work, or takes them away. */
export function CarsBulk(chosen: Chosen) {
  return (
    <BulkWithUndo<'activate' | 'deactivate'>
      {...chosen}
      rowsKey="cars"
      acts={ACTS}
      words={words}
      change={(action, ids, key) => request(changeManyCars, { body: { ids: [...ids], action } }, { key })}
    />
  )
}
