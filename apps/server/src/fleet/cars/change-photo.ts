import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CarId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { typedPhoto } from '../../platform/http/typed-photo.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { dropPhoto, keepPhoto } from './car-photo.store.ts'
import { touchCar } from './cars.store.ts'
import { type ChangedCar, openCar, recordCarChange } from './change-cars.ts'

/** Replaces the photo. FieldErrors on `photo` when it is no photo or too large. */
export async function savePhoto(server: Server, actor: Actor, carId: CarId, base64: string): Promise<ChangedCar> {
  const photo = typedPhoto(base64, 'photo')
  return write(server, actor, async (tx) => {
    const { companyId } = await openCar(tx, actor, carId)
    const now = server.clock.now()
    await keepPhoto(tx, carId, photo, now)
    await touchCar(tx, carId, now)
    const after = { photo: photo.contentType, photo_bytes: photo.bytes.length }
    await recordCarChange(tx, actor, { id: carId, companyId, action: 'changed', after }, now)
    return { carId }
  })
}

/** Throws car.no_photo when there was none. */
export async function removePhoto(server: Server, actor: Actor, carId: CarId): Promise<ChangedCar> {
  return write(server, actor, async (tx) => {
    const { companyId } = await openCar(tx, actor, carId)
    if (!(await dropPhoto(tx, carId))) throw new DomainError('car.no_photo')
    const now = server.clock.now()
    await touchCar(tx, carId, now)
    await recordCarChange(
      tx,
      actor,
      { id: carId, companyId, action: 'changed', before: { photo: true }, after: { photo: null } },
      now,
    )
    return { carId }
  })
}
