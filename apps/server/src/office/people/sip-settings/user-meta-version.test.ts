import { expect, test } from 'vitest'
import { aServer } from '../../../testing/a-server.ts'
import { aUser } from '../../../testing/builders.ts'

test('every change of a user’s properties counts for the list, and not for the person', async () => {
  await using server = await aServer()
  const { db } = server
  const { userId: user_id } = await aUser(server, { roles: ['dispatcher'], companyIds: [] })
  const versions = () =>
    db.selectFrom('users').select(['version', 'meta_version']).where('id', '=', user_id).executeTakeFirstOrThrow()
  const { version, meta_version } = await versions()
  await db.insertInto('user_meta').values({ user_id, key: 'limba', value: 'ro' }).execute()
  expect(await versions()).toEqual({ version, meta_version: meta_version + 1 })
  const set = (value: string) => db.updateTable('user_meta').set({ value }).where('key', '=', 'limba').execute()
  await set('hu')
  await set('hu')
  expect(await versions()).toEqual({ version, meta_version: meta_version + 2 })
  await db.deleteFrom('user_meta').where('key', '=', 'limba').execute()
  expect(await versions()).toEqual({ version, meta_version: meta_version + 3 })
})
