import * as contract from '@dispecerat/contract/outbox'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import { mapRows, sendTable, streamRows } from '../exports/exports.public.ts'
import { mount } from '../http/mount.ts'
import type { Messaging } from '../providers/messaging/messaging.ts'
import type { Server } from '../server.ts'
import { LETTER_COLUMNS, letterRow } from './letters-table.ts'
import { letterExport, letterFromRow, letterPage, letterView } from './outbox.views.ts'
import { resendLetter } from './resend-letter.ts'

export function outboxRoutes(http: FastifyInstance, server: Server, messaging: Messaging): void {
  const { db } = server
  const providers = { mail: messaging.mail !== null, sms: messaging.sms !== null, push: messaging.push !== null }

  mount(http, server, contract.listLetters, async ({ actor, query: { page, per_page, ...filter } }) => {
    const { data, meta } = await letterPage(db, actor, filter, { page, perPage: per_page })
    return { data, meta: { ...meta, page, per_page }, providers }
  })

  mount(http, server, contract.exportLetters, ({ actor, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, letterExport(actor, filter))
    const rows = mapRows(found, (row) => letterRow(letterFromRow(row, actor)))
    return sendTable(reply, { format, fileName: 'mesaje-trimise', columns: LETTER_COLUMNS, rows })
  })

  mount(http, server, contract.resendLetter, async ({ actor, params }) => {
    const { letterId } = await resendLetter(server, actor, params.id)
    const data = await letterView(db, actor, letterId)
    if (!data) throw new DomainError('letter.unknown')
    return { data }
  })
}
