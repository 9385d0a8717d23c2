import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aDatabase } from '../../testing/database/test-database.ts'
import { namedEvent } from '../../testing/test-events.ts'
import { firstBatchAfter, newestSeq, numberEvents, record } from '../db/event-log.ts'
import { readMissed } from './replay.store.ts'

const NOW = new Date('2026-03-01T18:00:00Z')
const [MINE, THEIRS, ME] = [asId<CompanyId>(1), asId<CompanyId>(2), asId<UserId>(7)]

const EVENTS = [
  namedEvent('mine', { toCompanies: [MINE] }),
  namedEvent('theirs', { toCompanies: [THEIRS] }),
  namedEvent('to me', { toUsers: [ME] }),
  namedEvent('on a channel', { channel: 'ws_replay:1', toCompanies: [MINE] }),
  namedEvent('to nobody', {}),
  namedEvent('of both', { toCompanies: [THEIRS, MINE] }),
]

test('a replay contains what was sent to the companies and the user of the client, within the gap, up to the limit', async () => {
  await using database = await aDatabase()
  const { db } = database
  const begin = await newestSeq(db)
  for (const events of [EVENTS.slice(0, 4), EVENTS.slice(4)]) {
    await db.transaction().execute((tx) => record(tx, events, NOW))
    await numberEvents(db, NOW)
  }
  const missed = async (
    companies: 'every' | CompanyId[] | null,
    { after, upTo, limit }: { after?: number; upTo?: number; limit?: number } = {},
  ) => {
    const lastSeq = begin + (after ?? 0)
    const batch = await firstBatchAfter(db, lastSeq)
    if (!batch) throw new Error('the log has no event after that')
    const gap = { after: lastSeq, upTo: begin + (upTo ?? 6), firstBatch: batch.firstSeq, limit: limit ?? 10 }
    const events = await readMissed(db, gap, { userId: ME, companies })
    return events.map(({ seq, event }) => `${seq - begin} ${event}`)
  }
  expect(await missed([MINE])).toEqual(['1 mine', '3 to me', '6 of both'])
  expect(await missed('every')).toEqual(['1 mine', '2 theirs', '3 to me', '6 of both'])
  expect(await missed(null)).toEqual(['3 to me'])
  expect(await missed([MINE], { after: 2 })).toEqual(['3 to me', '6 of both'])
  expect(await missed([MINE], { after: 4 })).toEqual(['6 of both'])
  expect(await missed([MINE], { after: 1, upTo: 5 })).toEqual(['3 to me'])
  expect(await missed([MINE], { limit: 2 })).toEqual(['1 mine', '3 to me'])
  expect(await firstBatchAfter(db, begin - 1_000)).toBeNull()
})
