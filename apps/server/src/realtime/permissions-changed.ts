import { CLOSE } from '@dispecerat/contract/realtime'
import type { WithheldBy } from '@dispecerat/domain/permissions'
import type { Hub } from './hub.ts'
import type { Talks } from './talk.ts'

export interface PermissionsChangedParts {
  hub: Hub
  talks: Talks
  /** What is taken now from the roles of these sessions' people; a closed session is missing. */
  readWithheld(tokenIds: readonly number[]): Promise<ReadonlyMap<number, WithheldBy>>
}

/**
 * Roles of these companies were narrowed or widened: their sockets here go on under the words of now, and subscriptions that need a
 * taken word end. A socket whose words cannot be read is closed and comes back with them.
 */
export async function permissionsChanged(
  { hub, talks, readWithheld }: PermissionsChangedParts,
  companyIds: readonly number[],
): Promise<void> {
  const sockets = hub.socketsOfCompanies(companyIds)
  if (sockets.length === 0) return
  try {
    const permissions = await readWithheld(sockets.map(({ login }) => login.tokenId))
    for (const socket of sockets) socket.withRevoked(permissions.get(socket.login.tokenId) ?? new Map())
    await Promise.all(sockets.map((socket) => talks.checkAgain(socket)))
  } catch {
    for (const socket of sockets) socket.close(CLOSE.tryAgainLater, 'try again later')
  }
}
