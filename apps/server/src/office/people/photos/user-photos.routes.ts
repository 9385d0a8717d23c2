import * as contract from '@dispecerat/contract/office/user-photos'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../platform/db/actor.ts'
import { loginOf } from '../../../platform/http/authenticate.ts'
import { FileAnswer } from '../../../platform/http/file-answer.ts'
import { mount } from '../../../platform/http/mount.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import { findClient } from '../clients/client-rules.ts'
import { personView } from '../person.views.ts'
import { findAccount } from '../person-rules.ts'
import { removeUserPhoto, saveUserPhoto } from './change-user-photo.ts'
import { userPhoto } from './user-photo.store.ts'

export function userPhotosRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const view = async (actor: Actor, userId: UserId) => ({ data: await personView(db, actor, userId, clock.now()) })
  const file = async (userId: UserId) => {
    const photo = await userPhoto(db, userId)
    if (photo === null) throw new DomainError('user.no_photo')
    return new FileAnswer(photo.contentType, photo.bytes)
  }

  mount(http, server, contract.readUserPhoto, async ({ actor, params }) => {
    if (await findClient(db, actor, params.id)) throw new DomainError('user.no_photo')
    const person = await findAccount(db, actor, params.id)
    if (!person) throw new DomainError('user.unknown')
    return file(person.userId)
  })

  mount(http, server, contract.saveUserPhoto, async ({ actor, params, body }) => {
    await saveUserPhoto(server, actor, params.id, body.photo)
    return view(actor, params.id)
  })

  mount(http, server, contract.deleteUserPhoto, async ({ actor, params }) => {
    await removeUserPhoto(server, actor, params.id)
    return view(actor, params.id)
  })

  mount(http, server, contract.readOwnPhoto, ({ request }) => file(loginOf(request).userId))
}
