import * as contract from '@dispecerat/contract/office/message-texts'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { renamed } from '../../platform/http/check-all.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changeMessageText, whoseTexts } from './change-message-text.ts'
import { messageTexts } from './message-texts.views.ts'

export function messageTextsRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.listMessageTexts, async ({ actor, query }) => ({
    data: await messageTexts(db, await whoseTexts(db, actor.scope, query.company_id)),
  }))

  mountForm(http, server, contract.changeMessageText, async ({ actor, params, body, version }) => {
    const fields = { subject: 'subject', text: 'text', is_on: 'is_on', is_plain: 'is_plain' } as const
    const { companyId } = await changeMessageText(server, actor, {
      companyId: body.company_id,
      key: params.key,
      change: renamed(body, fields),
      version,
    })
    const data = (await messageTexts(db, companyId)).find(({ key }) => key === params.key)
    if (!data) throw new DomainError('company.unknown')
    return { data }
  })
}
