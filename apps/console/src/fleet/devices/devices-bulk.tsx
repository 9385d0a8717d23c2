import { changeManyDevices, listDevices } from '@dispecerat/contract/fleet/devices'
import { request } from '../../api/request.ts'
import { BulkWithUndo } from '../../shared/data-table/bulk-with-undo.tsx'
import type { Chosen } from '../../shared/data-table/table-page.tsx'
import { deviceMessages } from './device-messages.ts'

const messages = { ...deviceMessages.bulk, undo: deviceMessages.undo }
const ACTS = [
  { act: 'unblock', label: messages.unblock, question: messages.confirmUnblock },
  { act: 'block', label: messages.block, question: messages.confirmBlock, isDanger: true },
  { act: 'delete', label: messages.remove, question: messages.confirmDelete, isDanger: true },
] as const

/** Blocks, unblocks or deletes all selected devices. */
export function DevicesBulk(chosen: Chosen) {
  return (
    <BulkWithUndo<'unblock' | 'block'>
      {...chosen}
      list={listDevices}
      acts={ACTS}
      messages={messages}
      change={(action, ids, key) => request(changeManyDevices, { body: { ids: [...ids], action } }, { key })}
    />
  )
}
