import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId } from '../kernel/ids.ts'
import { one, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'protocol'
const may = 'protocol.bill' as const

/** none: never given; expired: it has expired and was not renewed; revoked, refused: by the tax authority or its user. */
const AUTHORISATION_STATES = ['none', 'active', 'expired', 'revoked', 'refused'] as const

/** A company's authorisation for this installation to file its documents with RO e-Factura. */
export const EfacturaAuthorisation = z.object({
  state: z.enum(AUTHORISATION_STATES),
  /** This installation is registered with the tax authority, so the company can authorise it. */
  is_offered: z.boolean(),
  /** The company's documents are filed with the operator's own token. */
  uses_own_token: z.boolean(),
  /** The verified CUI; null: none, and no authorisation is possible. */
  cui: z.string().nullable(),
  authorised_by: z.string().nullable(),
  authorised_at: WireTime.nullable(),
  /** Renewed before then, provided that the authority responds. */
  expires_at: WireTime.nullable(),
})
export type EfacturaAuthorisation = z.infer<typeof EfacturaAuthorisation>

export const readEfacturaAuthorisation = endpoint({
  method: 'GET',
  path: '/api/companies/:id/efactura-authorisation',
  does: 'Whether the company authorised this installation at the tax authority, and until when.',
  area,
  may,
  params: ByCompanyId,
  reply: one(EfacturaAuthorisation),
  errors: ['company.unknown'],
})

export const beginEfacturaAuthorisation = endpoint({
  method: 'POST',
  path: '/api/companies/:id/efactura-authorisation',
  does: 'Where the browser goes to authorise at the tax authority with a certificate; good for ten minutes, once, in this session.',
  area,
  may,
  params: ByCompanyId,
  reply: one(z.object({ url: z.string() })),
  errors: ['company.unknown', 'invoice.cui_unproved', 'efactura.not_offered'],
})

export const endEfacturaAuthorisation = endpoint({
  method: 'DELETE',
  path: '/api/companies/:id/efactura-authorisation',
  does: 'Forgets the tokens of the company; its documents wait.',
  area,
  may,
  params: ByCompanyId,
  reply: one(EfacturaAuthorisation),
  errors: ['company.unknown', 'efactura_authorisation.unknown'],
})

export const finishEfacturaAuthorisation = endpoint({
  method: 'POST',
  path: '/api/efactura-authorisations',
  does: 'Hands over what the tax authority sent the browser back with; only the session that began it may, and once.',
  area,
  may,
  body: z.object({
    state: textUpTo(200),
    /** Left out: the authorisation was not given. */
    code: textUpTo(4000).optional(),
  }),
  reply: one(EfacturaAuthorisation.extend({ company_id: z.number().int() })),
  errors: [
    'company.unknown',
    'efactura_request.unknown',
    'invoice.cui_unproved',
    'efactura.not_offered',
    'efactura.unreachable',
  ],
})
