import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { queueRegister } from './queue-register.ts'
import { dueRegisters } from './register.views.ts'

/** Trips of the evening have ended by then. */
const FROM_HOUR = '03:00:00'

/** Every night files the registers of companies that enabled it, missed days of a server that was off included. */
export async function fileDueRegisters(server: Server): Promise<void> {
  const now = server.clock.now()
  if (wallTime(now).time < FROM_HOUR) return
  for (const register of await dueRegisters(server.db, bucharestDay(now))) {
    await write(server, SYSTEM, (tx) => queueRegister(tx, SYSTEM, register, now)).catch((error: unknown) =>
      server.log.warn({ company_id: register.companyId, reason: kindOfError(error) }, 'a register was not filed'),
    )
  }
}
