import { proveEmail, readSignUpMode } from '@dispecerat/contract/site/sign-up'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { siteRoutes } from '../../routes/site-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

test('the link confirms the e-mail when its button is pressed, not when it is opened', async () => {
  const server = fakeServer()
  server.reply(readSignUpMode, { data: { mode: 'off' } })
  const { user } = renderScreen('/business/enroll#tx_token', siteRoutes)
  const confirm = await screen.findByRole('button', { name: 'Confirmă adresa' })
  expect(server.received(proveEmail)).toEqual([])
  server.refuse(proveEmail, { code: 'company.proof_closed' })
  await user.click(confirm)
  await screen.findByText('Legătura de confirmare nu mai este valabilă; cereți alta din contul firmei')
  server.reply(proveEmail, { ok: true })
  await user.click(confirm)
  await screen.findByText('Adresa a fost confirmată.')
  expect(server.received(proveEmail).map(({ body }) => body)).toEqual([{ token: 'tx_token' }, { token: 'tx_token' }])
})
