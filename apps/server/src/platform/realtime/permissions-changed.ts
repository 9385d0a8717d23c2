// Apart from start-realtime.ts, which would pass 300 lines.

import { CLOSE } from '@dispecerat/contract/api/realtime'
import type { RevokedBy } from '@dispecerat/domain/identity/permissions'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Hub } from './hub.ts'
import type { Talks } from './talk.ts'

export interface PermissionsChangedParts {
  hub: Hub
  talks: Talks
  /** The permissions now revoked from the users of these sessions; a closed session is missing. */
  readRevoked(tokenIds: readonly number[]): Promise<ReadonlyMap<number, RevokedBy>>
}

/**
 * Applies changed permissions of these companies to the open sockets of this node and ends subscriptions that lack theirs. A socket whose
 * permissions cannot be read is closed and reconnects with them.
 */
export async function permissionsChanged(
  { hub, talks, readRevoked }: PermissionsChangedParts,
  companyIds: readonly CompanyId[],
): Promise<void> {
  const sockets = hub.socketsOfCompanies(companyIds)
  if (sockets.length === 0) return
  try {
    const permissions = await readRevoked(sockets.map(({ login }) => login.tokenId))
    for (const socket of sockets) socket.withRevoked(permissions.get(socket.login.tokenId) ?? new Map())
    await Promise.all(sockets.map((socket) => talks.checkAgain(socket)))
  } catch {
    for (const socket of sockets) socket.close(CLOSE.tryAgainLater, 'try again later')
  }
}
