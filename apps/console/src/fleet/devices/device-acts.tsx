import {
  blockDevice,
  type Device,
  deleteDevice,
  listDevices,
  readDevice,
  restoreDevice,
  unblockDevice,
} from '@dispecerat/contract/fleet/devices'
import { listChanges } from '@dispecerat/contract/office/changes'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { CompanyName } from '../../shared/edit-page/company-field.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { deviceMessages as messages } from './device-messages.ts'
import { StatusTag } from './status-tag.tsx'

const UNDO_MS = 6000
const DONE_MESSAGES = { active: messages.unblocked, blocked: messages.blocked, lost: messages.lost } as const

/** Actions on a device: block, mark as lost, unblock, delete. */
export function DeviceActs({ device }: { device: Device }) {
  const { id, status, company_name } = device
  const change = useChangeStatus(id)
  const remove = useDeleteDevice()
  const confirmChange = (to: 'blocked' | 'lost') =>
    confirm({
      text: to === 'blocked' ? messages.blockQuestion : messages.loseQuestion,
      yes: to === 'blocked' ? messages.block : messages.lose,
      danger: true,
      onYes: () => void change.run(to),
    })
  return (
    <>
      <StatusTag status={status} />
      <CompanyName name={company_name} />
      <span className="table-tools-space" />
      {status === 'active' ? (
        <>
          <Button size="compact-sm" variant="default" disabled={change.busy} onClick={() => confirmChange('blocked')}>
            {messages.block}
          </Button>
          <Button size="compact-sm" variant="default" disabled={change.busy} onClick={() => confirmChange('lost')}>
            {messages.lose}
          </Button>
        </>
      ) : (
        <Button size="compact-sm" variant="default" disabled={change.busy} onClick={() => void change.run('active')}>
          {messages.unblock}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => remove(id)}>
        {messages.remove}
      </Button>
    </>
  )
}

function useChangeStatus(id: number) {
  const cache = useQueryClient()
  return useAction(
    (status: 'active' | 'blocked' | 'lost', key) =>
      status === 'active'
        ? request(unblockDevice, { params: { id } }, { key })
        : request(blockDevice, { params: { id }, body: { status } }, { key }),
    {
      done: (reply, status) => {
        cache.setQueryData(endpointKey(readDevice, { params: { id } }), reply)
        void invalidate(cache, listDevices, [listChanges, { query: { entity: 'device', entity_id: id } }])
        toast.good(DONE_MESSAGES[status])
      },
    },
  )
}

function useDeleteDevice() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void invalidate(cache, listDevices)
  const restore = useAction((id: number, key) => request(restoreDevice, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      refresh()
    },
  })
  const remove = useAction((id: number, key) => request(deleteDevice, { params: { id } }, { key }), {
    done: (_, id) => {
      refresh()
      void navigate({ to: '/devices', search: {} })
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
  })
  return (id: number) =>
    confirm({ text: messages.removeQuestion, yes: messages.removeYes, danger: true, onYes: () => void remove.run(id) })
}
