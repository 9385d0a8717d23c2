import { FIRST_STEPS } from '@dispecerat/domain/identity/company'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId, CompanyIdText } from '../kernel/ids.ts'
import { Id, one } from '../kernel/wire.ts'

const area = 'companies'
const may = 'company_settings.edit' as const

/** Set-up progress of a company, derived from its existing data. */
export const FirstSteps = z.object({
  company_id: Id,
  /** The company is on trial and has open steps. */
  is_offered: z.boolean(),
  steps: z.array(z.object({ step: z.enum(FIRST_STEPS), state: z.enum(['open', 'done', 'skipped']) })),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const readFirstSteps = endpoint({
  method: 'GET',
  path: '/api/companies/:id/first-steps',
  does: 'Which of a company’s first steps are done, skipped or left: its place, its zones, a driver, a call that was answered.',
  area,
  may,
  params: ByCompanyId,
  reply: one(FirstSteps),
  errors: ['company.unknown'],
})

export const skipFirstStep = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id/first-steps/:step',
  does: 'Leaves a first step out, or takes it up again.',
  area,
  may,
  params: z.object({ id: CompanyIdText, step: z.enum(FIRST_STEPS, 'Pas necunoscut') }),
  body: z.object({ is_skipped: z.boolean('Alegeți da sau nu') }),
  reply: one(FirstSteps),
  errors: ['company.unknown'],
})
