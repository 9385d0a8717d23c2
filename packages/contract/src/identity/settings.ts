import {
  SETTINGS,
  SETTINGS_GROUPS,
  type SettingsField,
  type SettingsName,
  type SettingsValue,
} from '@dispecerat/domain/identity/company-settings'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { Id, one, RecordVersion } from '../kernel/wire.ts'

const area = 'companies'
const may = 'company_settings.edit' as const
const params = z.object({ group: z.enum(SETTINGS_GROUPS, 'Grup de setări necunoscut') })

const FieldValue = z.union([z.number().int(), z.boolean(), z.string()])

export const GroupSettings = z.object({
  company_id: Id,
  group: z.enum(SETTINGS_GROUPS),
  version: RecordVersion,
  values: z.record(z.string(), FieldValue),
})
export type GroupSettings = z.infer<typeof GroupSettings>

function shapeOf(field: SettingsField) {
  if (field.kind === 'switch') return z.boolean('Alegeți da sau nu')
  if (field.kind === 'choice') return z.enum(field.options as [string, ...string[]], 'Alegeți una dintre valori')
  const message = `Între ${field.min} și ${field.max}`
  return z.number(message).int(message).min(field.min, message).max(field.max, message)
}

const FIELDS = Object.assign({}, ...Object.values(SETTINGS)) as Record<SettingsName, SettingsField>
const shapes = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [name, shapeOf(field).optional()]),
) as Record<SettingsName, z.ZodOptional<z.ZodNumber | z.ZodBoolean | z.ZodType<string, string>>>

export const readGroupSettings = endpoint({
  method: 'GET',
  path: '/api/settings/:group',
  does: 'The settings of one group of a company.',
  area,
  may,
  params,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: one(GroupSettings),
  errors: ['company.unknown'],
})

export const changeGroupSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings/:group',
  does: 'Change some settings of a group; a field of another group is refused.',
  area,
  may,
  takesVersion: true,
  params,
  body: z.object({ company_id: CompanyIdIn.optional(), ...shapes }),
  reply: one(GroupSettings),
  errors: ['company.unknown', 'settings.changed_meanwhile'],
})
export type SettingsChange = Partial<Record<SettingsName, SettingsValue>>

/**
 * The router in use. It is configured when the server is started, so that no user can make the server request an address of their choice
 * (SSRF).
 */
export const RouterInUse = z.object({
  kind: z.enum(['embedded', 'osrm', 'valhalla', 'off']),
  /** Only for the platform's administrators; without secrets. */
  url: z.string().nullable(),
})
export type RouterInUse = z.infer<typeof RouterInUse>

export const readRouter = endpoint({
  method: 'GET',
  path: '/api/settings/router',
  does: 'Which router answers roads; its address is told to the platform’s administrators.',
  area,
  may,
  reply: one(RouterInUse),
})
