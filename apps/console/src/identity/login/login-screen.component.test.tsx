import { type LoggedUser, logIn } from '@dispecerat/contract/identity/accounts'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { endSession, useSession } from '../../api/session.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { LoginScreen } from './login-screen.tsx'

/** The form after the session has expired, or after a logout. */
function renderForm(how: 'ended' | 'logged out') {
  const root = createRootRoute()
  const at = (path: string, component: () => ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const routes = [at('/login', LoginScreen), at('/dashboard', () => <h1>Tablou</h1>), at('/operator', () => null)]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/login'] }),
  })
  function Form() {
    useState(() => endSession(how === 'ended'))
    return <RouterProvider router={router as never} />
  }
  return renderPart(<Form />)
}

const MARIA: LoggedUser = {
  id: 7,
  name: 'Maria Pop',
  email: 'maria@demo.ro',
  phone: null,
  language: 'ro',
  photo_url: null,
  roles: ['dispatcher'],
  permissions: [],
  companies: [],
  ring: { sound: 'sound', line_answer: 'simple' },
  map: { lat: 45.65, lng: 25.6, zoom: 12 },
  two_factor: { is_on: false, required_from: null, is_required: false },
}

const ENDED = 'Sesiunea s-a încheiat. Intrați din nou; comanda începută s-a păstrat.'

async function logInWith(user: ReturnType<typeof renderForm>) {
  const server = fakeServer()
  server.reply(logIn, { token: 'tx_session', device_token: 'tx_device', user: MARIA })
  await user.type(await screen.findByLabelText('E-mail'), 'maria@demo.ro')
  await user.type(screen.getByLabelText('Parolă'), 'un tramvai verde')
  await user.click(screen.getByRole('button', { name: 'Intră în cont' }))
  await screen.findByRole('heading', { name: 'Tablou' })
  return server.received(logIn).at(-1)?.body
}

test('a message says that the session has ended; the first login stores the known-device token', async () => {
  const user = renderForm('ended')
  await screen.findByText(ENDED)
  expect(await logInWith(user)).toMatchObject({ email: 'maria@demo.ro', device_token: null })
  expect(localStorage.getItem('dispecerat.device')).toBe('tx_device')
  expect(useSession.getState()).toMatchObject({ token: 'tx_session' })
})

test('a known browser sends its token after a logout, and no message says that a session has ended', async () => {
  localStorage.setItem('dispecerat.device', 'tx_device')
  const user = renderForm('logged out')
  await screen.findByLabelText('E-mail')
  expect(screen.queryByText(ENDED)).toBeNull()
  expect(await logInWith(user)).toMatchObject({ device_token: 'tx_device' })
})
