import * as contract from '@dispecerat/contract/office/outbox'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { mapRows, sendTable, streamRows } from '../exports/exports.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../lifecycle/server.ts'
import type { Messaging } from './messaging.ts'
import { OUTBOUND_MESSAGE_COLUMNS, outboundMessageRow } from './outbound-messages-table.ts'
import {
  outboundMessageExport,
  outboundMessageFromRow,
  outboundMessagePage,
  outboundMessageView,
} from './outbox.views.ts'
import { resendMessage } from './resend-message.ts'

export function outboxRoutes(http: FastifyInstance, server: Server, messaging: Messaging): void {
  const { db } = server
  const providers = { mail: messaging.mail !== null, sms: messaging.sms !== null, push: messaging.push !== null }

  mount(http, server, contract.listOutboundMessages, async ({ actor, query: { page, per_page, ...filter } }) => {
    const { data, meta } = await outboundMessagePage(db, actor, filter, { page, perPage: per_page })
    return { data, meta: { ...meta, page, per_page }, providers }
  })

  mount(http, server, contract.exportOutboundMessages, ({ actor, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, outboundMessageExport(actor, filter))
    const rows = mapRows(found, (row) => outboundMessageRow(outboundMessageFromRow(row, actor)))
    return sendTable(reply, { format, fileName: 'mesaje-trimise', columns: OUTBOUND_MESSAGE_COLUMNS, rows })
  })

  mount(http, server, contract.resendMessage, async ({ actor, params }) => {
    const { outboundMessageId } = await resendMessage(server, actor, params.id)
    const data = await outboundMessageView(db, actor, outboundMessageId)
    if (!data) throw new DomainError('letter.unknown')
    return { data }
  })
}
