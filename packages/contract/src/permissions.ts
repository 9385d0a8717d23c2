import { NARROWED_ROLES, PERMISSIONS } from '@dispecerat/domain/permissions'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, one } from './wire.ts'

const area = 'companies'
const may = 'company_settings.edit' as const
const Word = z.enum(PERMISSIONS, 'Drept necunoscut')

/** What each role of a company may do: what its role gives, less what the company took. */
export const RolePermissions = z.object({
  company_id: Id,
  roles: z.array(
    z.object({
      role: z.enum(NARROWED_ROLES),
      /** Administrators of companies are narrowed by the platform alone. */
      may_edit: z.boolean(),
      words: z.array(z.object({ word: Word, is_given: z.boolean() })),
    }),
  ),
  /** What If-Unmodified-Since says when it is changed. */
  version: z.number().int(),
})
export type RolePermissions = z.infer<typeof RolePermissions>

export const readRolePermissions = endpoint({
  method: 'GET',
  path: '/api/companies/:id/permissions',
  does: 'What each role of one of my companies may do.',
  area,
  may,
  params: ById,
  reply: one(RolePermissions),
  errors: ['company.unknown'],
})

export const changeRolePermissions = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id/permissions',
  does: 'Takes words from a role of a company, or gives them back; never more than the role has. If-Unmodified-Since carries the version that was read.',
  area,
  may,
  params: ById,
  body: z.object({
    role: z.enum(NARROWED_ROLES, 'Rol necunoscut'),
    words: z
      .array(z.object({ word: Word, is_given: z.boolean() }))
      .min(1, 'Nimic de schimbat')
      .max(PERMISSIONS.length),
  }),
  reply: one(RolePermissions),
  errors: ['company.unknown', 'company.changed_meanwhile', 'user.role_not_yours_to_grant'],
})
