import { updateAccount } from '@dispecerat/contract/identity/account'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { OwnProfile } from './own-profile.tsx'

test('a changed phone is sent with the password, a changed name without', async () => {
  const server = fakeServer()
  const user = renderPart(<OwnProfile />)
  const maria = useSession.getState().user
  if (!maria) throw new Error('nobody is logged in')
  server.reply(updateAccount, { data: { ...maria, name: 'Maria Nouă' } })
  const save = () => user.click(screen.getByRole('button', { name: 'Salvează' }))
  await user.type(screen.getByLabelText('Nume'), ' Nouă')
  expect(screen.queryByLabelText('Parola actuală')).toBeNull()
  await save()
  await screen.findByText('Cont salvat')
  expect(server.received(updateAccount)[0]?.body).not.toHaveProperty('password')

  await user.type(screen.getByLabelText('Telefon'), '0722999001')
  await user.type(screen.getByLabelText('Parola actuală'), 'un tramvai verde')
  server.refuse(updateAccount, { errors: { password: ['Parola nu este bună'] } })
  await save()
  await screen.findByText('Parola nu este bună')
  expect(server.received(updateAccount)[1]?.body).toMatchObject({ password: 'un tramvai verde' })
})
