import * as contract from '@dispecerat/contract/user-photos'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../db/caller.ts'
import { loginOf } from '../http/authenticate.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { removeUserPhoto, saveUserPhoto } from './change-user-photo.ts'
import { findClient } from './client-rules.ts'
import { personView } from './person.views.ts'
import { findAccount } from './person-rules.ts'
import { userPhoto } from './user-photo.store.ts'

export function userPhotosRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const view = async (caller: Caller, userId: number) => ({ data: await personView(db, caller, userId, clock.now()) })
  const file = async (userId: number) => {
    const photo = await userPhoto(db, userId)
    if (photo === null) throw new DomainError('user.no_photo')
    return new FileAnswer(photo.contentType, photo.bytes)
  }

  mount(http, server, contract.readUserPhoto, async ({ caller, params }) => {
    if (await findClient(db, caller, params.id)) throw new DomainError('user.no_photo')
    const person = await findAccount(db, caller, params.id)
    if (!person) throw new DomainError('user.unknown')
    return file(person.userId)
  })

  mount(http, server, contract.saveUserPhoto, async ({ caller, params, body }) => {
    await saveUserPhoto(server, caller, params.id, body.photo)
    return view(caller, params.id)
  })

  mount(http, server, contract.deleteUserPhoto, async ({ caller, params }) => {
    await removeUserPhoto(server, caller, params.id)
    return view(caller, params.id)
  })

  mount(http, server, contract.readOwnPhoto, ({ request }) => file(loginOf(request).userId))
}
