import { readUserMeta, writeUserMeta } from '@dispecerat/contract/identity/accounts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { peopleRoutes } from '../../../routes/people-routes.tsx'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { PersonMeta } from './person-meta.tsx'

test('properties saved by another user meanwhile are merged, and local changes are saved over them', async () => {
  const server = fakeServer()
  server.reply(readUserMeta, { data: [{ key: 'app', value: '1' }], version: 1 })
  const only = () => <PersonMeta userId={7} mayWrite onChange={() => undefined} />
  const { user } = renderScreen('/user/7/driver', peopleRoutes, { only, role: 'company_admin' })
  await user.type(await screen.findByLabelText('Valoarea proprietății 1'), '2')
  server.refuse(writeUserMeta, { code: 'user.changed_meanwhile' })
  const theirs = [
    { key: 'app', value: '1' },
    { key: 'lang', value: 'ro' },
  ]
  server.reply(readUserMeta, { data: theirs, version: 2 })
  const save = () => user.click(screen.getByRole('button', { name: 'Salvează proprietățile' }))
  await save()
  await screen.findByDisplayValue('lang')
  server.reply(writeUserMeta, ({ body }) => ({ data: body.data, version: 3 }))
  await save()
  await expect.poll(() => server.received(writeUserMeta)).toHaveLength(2)
  const [, last] = server.received(writeUserMeta)
  expect(last?.version).toBe(2)
  expect(last?.body.data).toEqual([
    { key: 'app', value: '12' },
    { key: 'lang', value: 'ro' },
  ])
})
