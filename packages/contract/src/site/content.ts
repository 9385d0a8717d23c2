import { FORBIDDEN_TEXT, hasForbiddenCharacter } from '@dispecerat/domain/kernel/typed-text'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ById, Done, Id, one, paged, pageQuery, requiredText, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'content'
const may = 'content.edit' as const

export const CONTENT_TYPES = ['page', 'documentation'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]

/** Maximum characters of a page's source, tags included. */
export const MAX_CONTENT_LETTERS = 200_000

const Url = requiredText(80, 'Adresa este obligatorie').regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Doar litere mici fără diacritice, cifre și cratime, de exemplu ghid-rapid',
)
const AnyUrl = z.object({ url: z.string().max(200) })
const Title = requiredText(200, 'Titlul este obligatoriu')
/** Line breaks are part of a page, so the source is not trimmed; the server sanitises it. */
const Html = z
  .string()
  .max(MAX_CONTENT_LETTERS, 'Pagina este prea lungă')
  .refine((html) => !hasForbiddenCharacter(html), FORBIDDEN_TEXT)

/** A public page; `content` is HTML sanitised of all active content. */
export const PublicContent = z.object({
  id: Id,
  url: z.string(),
  type: z.enum(CONTENT_TYPES),
  title: z.string(),
  content: z.string(),
  version: z.number().int(),
  updated_at: WireTime,
})
export type PublicContent = z.infer<typeof PublicContent>

export const readContent = endpoint({
  method: 'GET',
  path: '/api/content/:id',
  does: 'A published page; 1 is the drivers’ privacy page. Answers 304 to a matching If-None-Match.',
  area,
  may: 'public',
  params: ById,
  reply: PublicContent,
  errors: ['content.unknown'],
})

export const readContentByUrl = endpoint({
  method: 'GET',
  path: '/api/content/by-url/:url',
  does: 'A published page or documentation page by its address.',
  area,
  may: 'public',
  params: AnyUrl,
  reply: PublicContent,
  errors: ['content.unknown'],
})

export interface DocumentationEntry {
  url: string
  title: string
  children: DocumentationEntry[]
}
export const DocumentationEntry: z.ZodType<DocumentationEntry> = z.lazy(() =>
  z.object({ url: z.string(), title: z.string(), children: z.array(DocumentationEntry) }),
)

export const listDocumentation = endpoint({
  method: 'GET',
  path: '/api/documentation',
  does: 'The published documentation as a tree; `search` keeps the pages whose title or text has all the words, above their parents.',
  area,
  may: 'public',
  query: z.object({ search: textUpTo(100).optional() }),
  reply: z.object({ data: z.array(DocumentationEntry) }),
})

export const readDocumentation = endpoint({
  method: 'GET',
  path: '/api/documentation/:url',
  does: 'A published page of the documentation.',
  area,
  may: 'public',
  params: AnyUrl,
  reply: PublicContent,
  errors: ['content.unknown'],
})

export const ContentRow = z.object({
  id: Id,
  url: z.string(),
  type: z.enum(CONTENT_TYPES),
  title: z.string(),
  menu_order: z.number().int(),
  parent_id: Id.nullable(),
  parent_title: z.string().nullable(),
  is_published: z.boolean(),
  /** Shipped with the product and updated by it until a user edits it. */
  is_handbook: z.boolean(),
  version: z.number().int(),
  updated_by: z.string().nullable(),
  updated_at: WireTime,
})
export type ContentRow = z.infer<typeof ContentRow>

/** `version` is sent back in If-Match by an editor; any other value is answered with 409. */
export const ContentPage = ContentRow.extend({ content: z.string() })
export type ContentPage = z.infer<typeof ContentPage>

export const CONTENT_SORTS = ['title', '-title', 'updated_at', '-updated_at', 'menu_order', '-menu_order'] as const

export const listContent = endpoint({
  method: 'GET',
  path: '/api/content',
  does: 'All pages, published or not, for who writes them.',
  area,
  may,
  query: z.object({
    ...pageQuery(30),
    search: textUpTo(100).optional(),
    type: z.enum(CONTENT_TYPES).optional(),
    sort: z.enum(CONTENT_SORTS).default('menu_order'),
  }),
  reply: paged(ContentRow),
})

export const openContent = endpoint({
  method: 'GET',
  path: '/api/content/:id/edit',
  does: 'A page with its source, published or not, for who writes it.',
  area,
  may,
  params: ById,
  reply: one(ContentPage),
  errors: ['content.unknown'],
})

const fields = {
  url: Url,
  type: z.enum(CONTENT_TYPES),
  title: Title,
  content: Html,
  menu_order: z.number().int().min(-1000, 'Între -1000 și 1000').max(1000, 'Între -1000 și 1000'),
  /** Parent in the documentation tree; null = top level. */
  parent_id: Id.nullable(),
  is_published: z.boolean(),
}

export const createContent = endpoint({
  method: 'POST',
  path: '/api/content',
  does: 'Write a new page.',
  area,
  may,
  body: z.object({
    ...fields,
    content: Html.default(''),
    menu_order: fields.menu_order.default(0),
    parent_id: fields.parent_id.default(null),
    is_published: z.boolean().default(false),
  }),
  reply: one(ContentPage),
  status: 201,
})
export type NewContent = z.input<typeof createContent.body>

export const editContent = endpoint({
  method: 'PATCH',
  path: '/api/content/:id',
  does: 'Change a page; fields left out stay. A changed title or text keeps the old one as a version.',
  area,
  may,
  takesVersion: true,
  params: ById,
  body: z.object(fields).partial(),
  reply: one(ContentPage),
  errors: ['content.unknown', 'content.changed_meanwhile', 'content.fixed'],
})
export type ContentChange = z.input<typeof editContent.body>

export const deleteContent = endpoint({
  method: 'DELETE',
  path: '/api/content/:id',
  does: 'Take a page away; the drivers’ privacy page never goes, nor one with pages under it.',
  area,
  may,
  takesVersion: true,
  params: ById,
  reply: Done,
  errors: ['content.unknown', 'content.changed_meanwhile', 'content.fixed', 'content.has_children'],
})

export const undeleteContent = endpoint({
  method: 'POST',
  path: '/api/content/:id/restore',
  does: 'Undo the deletion of a page; when another took its address meanwhile, it comes back with a number behind it.',
  area,
  may,
  params: ById,
  reply: one(ContentPage),
  errors: ['content.unknown'],
})

export const ContentVersion = z.object({
  version: z.number().int(),
  title: z.string(),
  content: z.string(),
  updated_by: z.string().nullable(),
  at: WireTime,
})
export type ContentVersion = z.infer<typeof ContentVersion>

export const listContentVersions = endpoint({
  method: 'GET',
  path: '/api/content/:id/versions',
  does: 'What a page said before and says now, newest first.',
  area,
  may,
  params: ById,
  reply: z.object({ data: z.array(ContentVersion) }),
  errors: ['content.unknown'],
})

export const restoreContentVersion = endpoint({
  method: 'POST',
  path: '/api/content/:id/versions/:version/restore',
  does: 'Say again what an earlier version said; that becomes the newest version.',
  area,
  may,
  takesVersion: true,
  params: ById.extend({
    version: z.coerce
      .number('Versiune invalidă')
      .int('Versiune invalidă')
      .min(1, 'Versiune invalidă')
      .max(1_000_000_000),
  }),
  reply: one(ContentPage),
  errors: ['content.unknown', 'content.changed_meanwhile'],
})
