import type { Server } from '../server.ts'
import { endErasure, unfinishedErasure } from './erase-rows.store.ts'
import { type Mentions, replaceMentions } from './mentions.store.ts'

const COLUMN = 'client_erasures.mentions'

export function sealedMentions({ seal }: Pick<Server, 'seal'>, mentions: Mentions): string {
  return seal.seal(JSON.stringify(mentions), COLUMN)
}

/**
 * Takes erased clients out of the free texts of others' rows, one erasure after the other. It begins anew when the process ended
 * meanwhile: what was replaced is not found again.
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
