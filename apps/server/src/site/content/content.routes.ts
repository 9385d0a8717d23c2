import crypto from 'node:crypto'
import * as contract from '@dispecerat/contract/site/content'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renamed } from '../../platform/http/check-all.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { contentPage, contentRows, contentVersions, documentationTree, publicContent } from './contents.views.ts'
import { deleteContent, undeleteContent } from './delete-content.ts'
import { createContent, editContent, restoreVersion } from './write-content.ts'

const FIELDS = {
  url: 'url',
  type: 'type',
  title: 'title',
  html: 'content',
  menuOrder: 'menu_order',
  parentId: 'parent_id',
  isPublished: 'is_published',
} as const

export function contentRoutes(http: FastifyInstance, server: Server): void {
  publicRoutes(http, server)
  writersRoutes(http, server)
}

function publicRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.readContent, async ({ params, request, reply }) =>
    unlessKnown(request, reply, await publicContent(db, { id: params.id })),
  )

  mount(http, server, contract.readContentByUrl, async ({ params, request, reply }) =>
    unlessKnown(request, reply, await publicContent(db, { url: params.url })),
  )

  mount(http, server, contract.listDocumentation, async ({ query, request, reply }) =>
    unlessKnown(request, reply, { data: await documentationTree(db, query.search) }),
  )

  mount(http, server, contract.readDocumentation, async ({ params, request, reply }) =>
    unlessKnown(request, reply, await publicContent(db, { url: params.url, type: 'documentation' })),
  )
}

function writersRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, contract.listContent, async ({ query }) => {
    const { data, total } = await contentRows(db, query)
    return { data, meta: { total, total_is_capped: false, page: query.page, per_page: query.per_page } }
  })

  mount(http, server, contract.openContent, async ({ params }) => ({ data: await contentPage(db, params.id) }))

  mountForm(http, server, contract.createContent, async ({ actor, body }) => {
    const { contentId } = await createContent(server, actor, renamed(body, FIELDS))
    return { data: await contentPage(db, contentId) }
  })

  mountForm(http, server, contract.editContent, async ({ actor, params, body, version }) => {
    const read = { contentId: params.id, version }
    const { contentId } = await editContent(server, actor, read, renamed(body, FIELDS))
    return { data: await contentPage(db, contentId) }
  })

  mount(http, server, contract.deleteContent, async ({ actor, params, version }) => {
    await deleteContent(server, actor, { contentId: params.id, version })
    return { ok: true as const }
  })

  mount(http, server, contract.undeleteContent, async ({ actor, params }) => {
    const { contentId } = await undeleteContent(server, actor, params.id)
    return { data: await contentPage(db, contentId) }
  })

  mount(http, server, contract.listContentVersions, async ({ params }) => ({
    data: await contentVersions(db, params.id),
  }))

  mount(http, server, contract.restoreContentVersion, async ({ actor, params, version }) => {
    const read = { contentId: params.id, version }
    const { contentId } = await restoreVersion(server, actor, read, params.version)
    return { data: await contentPage(db, contentId) }
  })
}

/** Sends the reply with an ETag, or 304 when the browser has it already; browsers cache it but revalidate each time. */
function unlessKnown<A extends object>(request: FastifyRequest, reply: FastifyReply, answer: A): A | FileAnswer {
  const mark = `"${crypto.createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`
  const headers = { etag: mark, 'cache-control': 'no-cache' }
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(mark)) return new FileAnswer('application/json; charset=utf-8', Buffer.alloc(0), headers, 304)
  void reply.headers(headers)
  return answer
}
