import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { leave } from './api/leave.ts'
import { queryClient } from './api/query-client.ts'
import { useSession } from './api/session.ts'
import { router } from './router.tsx'
import { Providers } from './ui/providers.tsx'

/** A lost session (401, logout in another tab) leads to /login with the way back; /logout navigates itself. */
useSession.subscribe((now, before) => {
  if (now.token !== null || before.token === null) return
  queryClient.clear()
  if (now.hasEnded === false) return
  void router.navigate({ to: '/login', search: { from: router.state.location.href } })
})

/** Before the first render: closing the page at once must still log out. */
if (window.location.pathname === '/logout') leave()

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Providers>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Providers>
    </StrictMode>,
  )
}
