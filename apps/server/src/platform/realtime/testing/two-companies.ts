import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { TestServer } from '../../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../../testing/builders.ts'
import { testEvent } from '../../../testing/test-events.ts'
import { type LogEvent, record } from '../../db/event-log.ts'

/** Commits events in the way a command does. */
export async function happened(server: TestServer, ...events: LogEvent[]): Promise<void> {
  await server.db.transaction().execute((tx) => record(tx, events, server.clock.now()))
  server.committed()
}

export const aChange = (n: number, companyId: CompanyId) =>
  testEvent({ event: 'test_changed', toCompanies: [companyId], data: { driver_id: n } })

export async function twoCompanies(server: TestServer) {
  const [mine, theirs] = [await aCompany(server), await aCompany(server)]
  const dispatcher = await aDispatcher(server, mine)
  const foreigner = await aDispatcher(server, theirs)
  return { companyId: mine.companyId, theirId: theirs.companyId, dispatcher, foreigner }
}
