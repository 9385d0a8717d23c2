import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId, ByUserId, CompanyIdIn, CompanyIdText, StandIdIn, UserIdIn, ZoneIdIn } from '../kernel/ids.ts'
import { Done, Id, one, Switch, WireTime } from '../kernel/wire.ts'

const area = 'simulator'
const may = 'simulator.use' as const

const Spot = z.object({ lat: z.number(), long: z.number() })

/** A driver created on the simulator screen. */
export const SimulatedDriver = z.object({
  id: Id,
  company_id: Id,
  name: z.string(),
  indicativ: z.string(),
  on_shift: z.boolean(),
  is_paused: z.boolean(),
  is_busy: z.boolean(),
  /** Last position of the car; a new one is where it was created. */
  at: Spot,
  created_at: WireTime,
})
export type SimulatedDriver = z.infer<typeof SimulatedDriver>

/** A company in which drivers may be simulated, and whether they take its real orders. */
export const SimulatorCompany = z.object({
  id: Id,
  name: z.string(),
  simulate_in_production: z.boolean(),
  at: Spot,
})
export type SimulatorCompany = z.infer<typeof SimulatorCompany>

export const MAX_SIMULATED_AT_ONCE = 50

export const readSimulator = endpoint({
  method: 'GET',
  path: '/api/simulator',
  does: 'The simulated drivers of my companies, and whether each company lets them take real orders.',
  area,
  may,
  reply: one(z.object({ drivers: z.array(SimulatedDriver), companies: z.array(SimulatorCompany) })),
})

export const createSimulatedDrivers = endpoint({
  method: 'POST',
  path: '/api/simulator/drivers',
  does: 'Make simulated drivers with a car each, at random points of a zone or a stand, or around the company.',
  area,
  may,
  body: z.object({
    company_id: CompanyIdIn,
    count: z
      .number('Număr invalid')
      .int('Număr invalid')
      .min(1, 'Cel puțin un șofer')
      .max(MAX_SIMULATED_AT_ONCE, `Cel mult ${MAX_SIMULATED_AT_ONCE} de șoferi odată`),
    at: z.union([z.object({ zone_id: ZoneIdIn }), z.object({ stand_id: StandIdIn })]).nullish(),
  }),
  reply: z.object({ data: z.array(SimulatedDriver) }),
  status: 201,
  errors: ['company.unknown', 'zone.unknown', 'stand.unknown'],
})

export const openSimulatedPhones = endpoint({
  method: 'POST',
  path: '/api/simulator/phones',
  does: 'Take simulated drivers in hand: each gets a fresh access token, shown once; the tokens they had end.',
  area,
  may,
  body: z.object({ driver_ids: z.array(UserIdIn).min(1).max(MAX_SIMULATED_AT_ONCE) }),
  reply: z.object({ data: z.array(z.object({ driver_id: Id, token: z.string() })) }),
  errors: ['driver.unknown'],
})

export const removeSimulatedDriver = endpoint({
  method: 'DELETE',
  path: '/api/simulator/drivers/:id',
  does: 'Remove a simulated driver; while an order is assigned only with force, which gives the order back.',
  area,
  may,
  params: ByUserId,
  query: z.object({ force: Switch.optional() }),
  reply: Done,
  errors: ['driver.unknown', 'driver.has_active_order'],
})

export const removeSimulatedDrivers = endpoint({
  method: 'DELETE',
  path: '/api/simulator/drivers',
  does: 'Remove all simulated drivers of a company; those with an assigned order stay unless forced.',
  area,
  may,
  query: z.object({ company_id: CompanyIdText, force: Switch.optional() }),
  reply: z.object({ removed: z.array(Id), kept: z.array(Id) }),
  errors: ['company.unknown'],
})

export const allowSimulatedDrivers = endpoint({
  method: 'PATCH',
  path: '/api/simulator/companies/:id',
  does: 'Let the simulated drivers of a company take its real orders, or keep them away from them.',
  area,
  may,
  params: ByCompanyId,
  body: z.object({ simulate_in_production: z.boolean() }),
  reply: one(SimulatorCompany),
  errors: ['company.unknown'],
})
