import type { Server } from '../../platform/lifecycle/server.ts'
import { endErasure, unfinishedErasure } from './erase-rows.store.ts'
import { type Mentions, replaceMentions } from './mentions.store.ts'

const COLUMN = 'client_erasures.mentions'

export function sealedMentions({ seal }: Pick<Server, 'seal'>, mentions: Mentions): string {
  return seal.seal(JSON.stringify(mentions), COLUMN)
}

/**
 * Replaces mentions of erased clients in other rows, one erasure after another. After a crash an erasure starts again, which is harmless:
 * replaced text no longer matches.
 */
export async function finishErasures(
  { db, seal }: Pick<Server, 'db' | 'seal'>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping()) {
    const erasure = await unfinishedErasure(db)
    if (!erasure) return
    await replaceMentions(db, JSON.parse(seal.open(erasure.mentions, COLUMN)) as Mentions)
    await endErasure(db, erasure.id)
  }
}
