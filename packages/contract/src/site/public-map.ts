import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn } from '../kernel/ids.ts'
import { Id } from '../kernel/wire.ts'

const area = 'companies'
const may = 'company_settings.edit' as const

/** Setting of the public map: with `public_live` everybody sees a company's cars on /live, without their drivers. */
export const PublicMap = z.object({ company_id: Id, name: z.string(), public_live: z.boolean() })
export type PublicMap = z.infer<typeof PublicMap>

export const listPublicMaps = endpoint({
  method: 'GET',
  path: '/api/settings/public-map',
  does: 'Which of my companies show their cars to everybody.',
  area,
  may,
  reply: z.object({ data: z.array(PublicMap) }),
})

export const changePublicMap = endpoint({
  method: 'PATCH',
  path: '/api/settings/public-map',
  does: 'Show a company’s cars to everybody, or no longer.',
  area,
  may,
  body: z.object({ company_id: CompanyIdIn, public_live: z.boolean() }),
  reply: z.object({ data: PublicMap }),
  errors: ['company.unknown'],
})
