import { reportPosition } from '@dispecerat/contract/dispatch/driver'
import { listDriverPositions } from '@dispecerat/contract/orders/company-dispatch'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { isAroundRomania } from '@dispecerat/domain/kernel/geo'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Fleet } from '../fleet.ts'
import { reportOf } from './report-position.ts'

export function positionsRoutes(
  http: FastifyInstance,
  server: Server,
  fleet: Pick<Fleet, 'isOnShift' | 'positions' | 'report'>,
): void {
  mount(http, server, listDriverPositions, ({ actor }) => fleet.positions(actor.scope.companies))

  mount(http, server, reportPosition, ({ actor, body: sent }) => {
    if (!isAroundRomania(sent)) throw new FieldErrors({ lat: ['Poziția este în afara României'] })
    const driverId = actor.userId ?? NO_USER
    if (!fleet.isOnShift(driverId)) throw new DomainError('driver.not_on_shift')
    return { accepted: fleet.report(driverId, reportOf(sent)) }
  })
}
