import { ExtractError } from './extract/extract-error.ts'
import { ImportStopped } from './import-progress.ts'
import { ImportRunning } from './load-city-map.ts'

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])
const DATABASE_AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', '57P01', '57P03', '28P01', '3D000'])
/** PostgreSQL's codes for a full disk and for a statement timeout. */
const DATABASE_FULL = '53100'
const DATABASE_SLOW = '57014'

/** The cause of a failed import for the person at the terminal; null for a defect of the program. */
export function wordsFor(error: unknown, folder: string): string | null {
  if (error instanceof ExtractError || error instanceof ImportRunning || error instanceof ImportStopped) {
    return error.message
  }
  const code = codeOf(error)
  if (NO_SPACE.has(code))
    return `There is no room left for ${folder}: it needs some six times the size of the extract (${STAYS})`
  if (NOT_WRITABLE.has(code)) return `${folder} cannot be written: set DATA_DIR to a folder that can (${STAYS})`
  if (code === DATABASE_FULL) return `The database's disk is full (${STAYS})`
  if (code === DATABASE_SLOW) return `The database takes too long to answer; try again when it is less busy (${STAYS})`
  if (DATABASE_AWAY.has(code)) return `The database cannot be reached (${code}): look at DATABASE_URL (${STAYS})`
  return null
}

const STAYS = 'the map that was there stays'

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error ? String(error.code) : codeOf(error.cause)
}
