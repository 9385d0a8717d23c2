import * as contract from '@dispecerat/contract/fleet/devices'
import { registerDevice as registerDeviceContract } from '@dispecerat/contract/fleet/driver-app'
import type { FastifyInstance } from 'fastify'
import type { Scope } from '../../platform/db/actor.ts'
import { sendTable, streamRows, type TableColumn } from '../../platform/exports/exports.public.ts'
import { loginOf } from '../../platform/http/authenticate.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  changeManyDevices,
  changeStatus,
  createDevice,
  deleteDevice,
  editDevice,
  restoreDevice,
} from './devices.commands.ts'
import { type DeviceFilter, deviceExportRows, devicePage, deviceView } from './devices.views.ts'
import { registerDevice } from './register-device.ts'

const COLUMNS: readonly TableColumn[] = [
  { key: 'model', label: 'Model' },
  { key: 'platform', label: 'Platformă' },
  { key: 'os_version', label: 'Sistem' },
  { key: 'app_version', label: 'Versiune aplicație' },
  { key: 'driver_name', label: 'Șofer' },
  { key: 'status', label: 'Stare' },
  { key: 'last_seen_at', label: 'Văzut ultima dată', kind: 'time' },
  { key: 'imei', label: 'IMEI' },
  { key: 'install_id', label: 'Instalare' },
  { key: 'phone_number', label: 'Telefon' },
  { key: 'company_name', label: 'Companie' },
  { key: 'created_at', label: 'Adăugat', kind: 'time' },
  { key: 'notes', label: 'Observații' },
]

export function devicesRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const view = async (scope: Scope, id: number) => ({ data: await deviceView(db, scope, id) })

  mount(http, server, registerDeviceContract, ({ actor, body, request }) =>
    registerDevice(server, actor, {
      tokenId: loginOf(request).tokenId,
      installId: body.install_id,
      platform: body.platform,
      model: body.model ?? null,
      osVersion: body.os_version ?? null,
      appVersion: body.app_version ?? null,
      pushToken: body.push_token ?? null,
    }),
  )

  mount(http, server, contract.listDevices, ({ actor, query: { page, per_page: perPage, ...filter } }) =>
    devicePage(db, actor.scope, filter as DeviceFilter, { page, perPage }),
  )

  mount(http, server, contract.exportDevices, ({ actor, body: { format, ...filter }, reply }) => {
    const rows = streamRows(db, deviceExportRows(actor.scope, filter as DeviceFilter))
    return sendTable(reply, { format, fileName: 'dispozitive', columns: COLUMNS, rows })
  })

  mount(http, server, contract.changeManyDevices, async ({ actor, body }) => ({
    data: await changeManyDevices(server, actor, body.ids, body.action),
  }))
  mount(http, server, contract.readDevice, ({ actor, params }) => view(actor.scope, params.id))

  mountForm(http, server, contract.createDevice, async ({ actor, body }) => {
    const { id } = await createDevice(server, actor, body)
    return view(actor.scope, id)
  })

  mountForm(http, server, contract.editDevice, async ({ actor, params, body, version }) => {
    await editDevice(server, actor, params.id, { change: body, version })
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.blockDevice, async ({ actor, params, body }) => {
    await changeStatus(server, actor, params.id, body.status)
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.unblockDevice, async ({ actor, params }) => {
    await changeStatus(server, actor, params.id, 'active')
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.deleteDevice, async ({ actor, params }) => {
    await deleteDevice(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreDevice, async ({ actor, params }) => {
    await restoreDevice(server, actor, params.id)
    return view(actor.scope, params.id)
  })
}
