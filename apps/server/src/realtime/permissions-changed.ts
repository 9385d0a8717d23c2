import { CLOSE } from '@dispecerat/contract/realtime'
import type { WithheldBy } from '@dispecerat/domain/permissions'
import type { Hub } from './hub.ts'
import type { Talks } from './talk.ts'

export interface PermissionsChangedParts {
  hub: Hub
  talks: Talks
  /** The permissions now withheld from the users of these sessions; a closed session is missing. */
  readWithheld(tokenIds: readonly number[]): Promise<ReadonlyMap<number, WithheldBy>>
}

/**
 * Applies changed permissions of these companies to the open sockets of this node and ends subscriptions that lack theirs. A socket whose
 * permissions cannot be read is closed and reconnects with them.
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
