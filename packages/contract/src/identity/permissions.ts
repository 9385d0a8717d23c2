import { NARROWED_ROLES, PERMISSIONS } from '@dispecerat/domain/identity/permissions'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId } from '../kernel/ids.ts'
import { Id, one, RecordVersion } from '../kernel/wire.ts'

const area = 'companies'
const may = 'company_settings.edit' as const
const Word = z.enum(PERMISSIONS, 'Drept necunoscut')

/** Permissions of each role of a company: those of the role minus those the company has revoked. */
export const RolePermissions = z.object({
  company_id: Id,
  roles: z.array(
    z.object({
      role: z.enum(NARROWED_ROLES),
      /** Only the platform may narrow administrators of companies. */
      may_edit: z.boolean(),
      words: z.array(z.object({ word: Word, is_given: z.boolean() })),
    }),
  ),
  version: RecordVersion,
})
export type RolePermissions = z.infer<typeof RolePermissions>

export const readRolePermissions = endpoint({
  method: 'GET',
  path: '/api/companies/:id/permissions',
  does: 'What each role of one of my companies may do.',
  area,
  may,
  params: ByCompanyId,
  reply: one(RolePermissions),
  errors: ['company.unknown'],
})

export const changeRolePermissions = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id/permissions',
  does: 'Takes words from a role of a company, or gives them back; never more than the role has. If-Match carries the version that was read.',
  area,
  may,
  takesVersion: true,
  params: ByCompanyId,
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
