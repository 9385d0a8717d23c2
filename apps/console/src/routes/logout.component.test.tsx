import { logOut } from '@dispecerat/contract/identity/accounts'
import { expect, test } from 'vitest'
import { useSession } from '../api/session.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { renderScreen } from '../testing/render.tsx'
import { publicRoutes } from './public-routes.tsx'
import { siteRoutes } from './site-routes.tsx'

test('/logout ends the session here and on the server, and leads to the public start page', async () => {
  const server = fakeServer()
  server.ignoreOthers()
  server.neverReply(logOut)
  const { shownAddress } = renderScreen('/logout', [...publicRoutes, ...siteRoutes])
  await expect.poll(shownAddress).toBe('/')
  expect([useSession.getState().token, server.received(logOut).length]).toEqual([null, 1])
})
