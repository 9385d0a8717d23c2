import { changeManyDevices } from '@dispecerat/contract/devices'
import { request } from '../../api/call.ts'
import { BulkWithUndo } from '../../parts/data-table/bulk-with-undo.tsx'
import type { Chosen } from '../../parts/data-table/table-page.tsx'
import { deviceWords } from '../../text/device-words.ts'

const words = { ...deviceWords.bulk, undo: deviceWords.undo }
const ACTS = [
  { act: 'unblock', label: words.unblock, ask: words.askUnblock },
  { act: 'block', label: words.block, ask: words.askBlock, isDanger: true },
  { act: 'delete', label: words.remove, ask: words.askDelete, isDanger: true },
] as const

/** Blocks all chosen phones, lets them in again, or takes them off the list. */
export function DevicesBulk(chosen: Chosen) {
  return (
    <BulkWithUndo<'unblock' | 'block'>
      {...chosen}
      rowsKey="devices"
      acts={ACTS}
      words={words}
      change={(action, ids, key) => request(changeManyDevices, { body: { ids: [...ids], action } }, { key })}
    />
  )
}
