import { changeManyCars, listCars } from '@dispecerat/contract/fleet/cars'
import { request } from '../../api/request.ts'
import { BulkWithUndo } from '../../shared/data-table/bulk-with-undo.tsx'
import type { Chosen } from '../../shared/data-table/table-page.tsx'
import { carMessages } from '../../shared/drivers/car-messages.ts'

const messages = { ...carMessages.bulk, undo: carMessages.undo }
const ACTS = [
  { act: 'activate', label: messages.activate, question: messages.confirmActivate },
  { act: 'deactivate', label: messages.deactivate, question: messages.confirmDeactivate, isDanger: true },
  { act: 'delete', label: messages.remove, question: messages.confirmDelete, isDanger: true },
] as const

/** Activates, deactivates or deletes all selected cars. */
export function CarsBulk(chosen: Chosen) {
  return (
    <BulkWithUndo<'activate' | 'deactivate'>
      {...chosen}
      list={listCars}
      acts={ACTS}
      messages={messages}
      change={(action, ids, key) => request(changeManyCars, { body: { ids: [...ids], action } }, { key })}
    />
  )
}
