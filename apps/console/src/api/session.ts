import type { LoggedUser } from '@dispecerat/contract/identity/accounts'
import { create } from 'zustand'

const STORAGE_KEY = 'dispecerat.session'

interface Stored {
  token: string
  userId: number
}
interface Session {
  token: string | null
  userId: number | null
  /** Known after the first reply of the server; never stored. */
  user: LoggedUser | null
  /** True: the server ended the session, and /login says so. False: the user logged out here. */
  hasEnded: boolean | undefined
}

const NOBODY: Session = { token: null, userId: null, user: null, hasEnded: undefined }

function readStored(): Session {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Stored | null
    return stored?.token ? { ...NOBODY, token: stored.token, userId: stored.userId } : NOBODY
  } catch {
    return NOBODY
  }
}

export const useSession = create<Session>(readStored)

export function startSession(token: string, user: LoggedUser) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ token, userId: user.id } satisfies Stored))
  useSession.setState({ token, userId: user.id, user, hasEnded: undefined })
}

/** Ended by the server, unless the user logs out. */
export function endSession(hasEnded = true) {
  localStorage.removeItem(STORAGE_KEY)
  useSession.setState({ ...NOBODY, hasEnded })
}

export function rememberUser(user: LoggedUser) {
  useSession.setState({ user, userId: user.id })
}

/** Logging in or out in one tab does the same in all of them. */
window.addEventListener('storage', (event) => {
  if (event.key !== STORAGE_KEY && event.key !== null) return
  const stored = readStored()
  if (stored.token !== useSession.getState().token) useSession.setState(stored)
})

/** The logged-in user, for screens that require one. */
export function useUser(): LoggedUser {
  const user = useSession((s) => s.user)
  if (!user) throw new Error('a screen of the console opened without a user')
  return user
}
