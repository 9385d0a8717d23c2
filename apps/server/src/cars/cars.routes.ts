import * as contract from '@dispecerat/contract/cars'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendTable, streamRows, type TableColumn } from '../exports/exports.public.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { mount, mountForm } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { photoOf } from './car-photo.store.ts'
import { type CarFilter, carExportRows, carPage, carView } from './cars.views.ts'
import { createCar, deleteCar, editCar, restoreCar } from './change-cars.ts'
import { changeManyCars } from './change-many-cars.ts'
import { removePhoto, savePhoto } from './change-photo.ts'
import { linkDriver, unlinkDriver } from './link-drivers.ts'

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

  mount(http, server, contract.listCars, ({ caller, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return carPage(db, caller.scope, filter as CarFilter, { page, perPage, now: clock.now() })
  })

  mount(http, server, contract.exportCars, ({ caller, body: { format, ...filter }, reply }) => {
    const rows = streamRows(db, carExportRows(caller.scope, filter as CarFilter, clock.now()))
    return sendTable(reply, { format, fileName: 'masini', columns: COLUMNS, rows })
  })

  mount(http, server, contract.changeManyCars, async ({ caller, body }) => ({
    data: await changeManyCars(server, caller, body.ids, body.action),
  }))

  mount(http, server, contract.readCar, ({ caller, params }) => view(caller.scope, params.id))

  mountForm(http, server, contract.createCar, async ({ caller, body }) => {
    const { carId } = await createCar(server, caller, body)
    return view(caller.scope, carId)
  })

  mountForm(http, server, contract.editCar, async ({ caller, params, body, request }) => {
    await editCar(server, caller, params.id, { change: body, version: versionOf(request) })
    return view(caller.scope, params.id)
  })

  mount(http, server, contract.deleteCar, async ({ caller, params }) => {
    await deleteCar(server, caller, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restoreCar, async ({ caller, params }) => {
    await restoreCar(server, caller, params.id)
    return view(caller.scope, params.id)
  })

  mount(http, server, contract.linkDriver, async ({ caller, params, body }) => {
    const link = { carId: params.id, driverId: body.driver_id, isDefault: body.is_default }
    await linkDriver(server, caller, link)
    return view(caller.scope, params.id)
  })

  mount(http, server, contract.unlinkDriver, async ({ caller, params }) => {
    await unlinkDriver(server, caller, { carId: params.id, driverId: params.driverId })
    return view(caller.scope, params.id)
  })

  mount(http, server, contract.readCarPhoto, async ({ caller, params }) => {
    const photo = await photoOf(db, caller.scope, params.id)
    if (photo === 'unknown') throw new DomainError('car.unknown')
    if (photo === null) throw new DomainError('car.no_photo')
    return new FileAnswer(photo.contentType, photo.bytes)
  })

  mount(http, server, contract.saveCarPhoto, async ({ caller, params, body }) => {
    await savePhoto(server, caller, params.id, body.photo)
    return view(caller.scope, params.id)
  })

  mount(http, server, contract.deleteCarPhoto, async ({ caller, params }) => {
    await removePhoto(server, caller, params.id)
    return view(caller.scope, params.id)
  })
}

/** The version an editor read. */
function versionOf(request: FastifyRequest): string | undefined {
  return request.headers['if-unmodified-since']?.trim() || undefined
}
