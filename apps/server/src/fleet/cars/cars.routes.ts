import * as contract from '@dispecerat/contract/fleet/cars'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { sendTable, streamRows, type TableColumn } from '../../platform/exports/exports.public.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { photoOf } from './car-photo.store.ts'
import {
  changeManyCars,
  createCar,
  deleteCar,
  editCar,
  linkDriver,
  removePhoto,
  restoreCar,
  savePhoto,
  unlinkDriver,
} from './cars.commands.ts'
import { type CarFilter, carExportRows, carPage, carView } from './cars.views.ts'

const COLUMNS: readonly TableColumn[] = [
  { key: 'indicativ', label: 'Indicativ' },
  { key: 'number', label: 'Număr' },
  { key: 'make', label: 'Marcă' },
  { key: 'model', label: 'Model' },
  { key: 'color', label: 'Culoare' },
  { key: 'year', label: 'An', kind: 'number' },
  { key: 'seats', label: 'Locuri', kind: 'number' },
  { key: 'category', label: 'Categorie' },
  { key: 'options', label: 'Opțiuni' },
  { key: 'taxi_licence_no', label: 'Licență taxi' },
  { key: 'taxi_licence_until', label: 'Licență până la', kind: 'date' },
  { key: 'itp_until', label: 'ITP până la', kind: 'date' },
  { key: 'rca_until', label: 'RCA până la', kind: 'date' },
  { key: 'is_active', label: 'Activă' },
  { key: 'drivers', label: 'Șoferi' },
  { key: 'company_name', label: 'Companie' },
  { key: 'notes', label: 'Observații' },
]

export function carsRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const view = async (scope: Parameters<typeof carView>[1], id: number) => ({
    data: await carView(db, scope, id, clock.now()),
  })

  mount(http, server, contract.listCars, ({ actor, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return carPage(db, actor.scope, filter as CarFilter, { page, perPage, now: clock.now() })
  })

  mount(http, server, contract.exportCars, ({ actor, body: { format, ...filter }, reply }) => {
    const rows = streamRows(db, carExportRows(actor.scope, filter as CarFilter, clock.now()))
    return sendTable(reply, { format, fileName: 'masini', columns: COLUMNS, rows })
  })

  mount(http, server, contract.changeManyCars, async ({ actor, body }) => ({
    data: await changeManyCars(server, actor, body.ids, body.action),
  }))

  mount(http, server, contract.readCar, ({ actor, params }) => view(actor.scope, params.id))

  mountForm(http, server, contract.createCar, async ({ actor, body }) => {
    const { id } = await createCar(server, actor, body)
    return view(actor.scope, id)
  })

  mountForm(http, server, contract.editCar, async ({ actor, params, body, version }) => {
    await editCar(server, actor, params.id, { change: body, version })
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.deleteCar, async ({ actor, params }) => {
    await deleteCar(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreCar, async ({ actor, params }) => {
    await restoreCar(server, actor, params.id)
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.linkDriver, async ({ actor, params, body }) => {
    const link = { carId: params.id, driverId: body.driver_id, isDefault: body.is_default }
    await linkDriver(server, actor, link)
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.unlinkDriver, async ({ actor, params }) => {
    await unlinkDriver(server, actor, { carId: params.id, driverId: params.driverId })
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.readCarPhoto, async ({ actor, params }) => {
    const photo = await photoOf(db, actor.scope, params.id)
    if (photo === 'unknown') throw new DomainError('car.unknown')
    if (photo === null) throw new DomainError('car.no_photo')
    return new FileAnswer(photo.contentType, photo.bytes)
  })

  mount(http, server, contract.saveCarPhoto, async ({ actor, params, body }) => {
    await savePhoto(server, actor, params.id, body.photo)
    return view(actor.scope, params.id)
  })

  mount(http, server, contract.deleteCarPhoto, async ({ actor, params }) => {
    await removePhoto(server, actor, params.id)
    return view(actor.scope, params.id)
  })
}
