import type { UserMeta } from '@dispecerat/contract/identity/accounts'

export interface Line {
  key: string
  value: string
  isSecret: boolean
  /** The server has a secret value that it never returns. */
  isKept: boolean
}

export function lineOf({ key, value, is_secret: isSecret = false }: UserMeta['data'][number]): Line {
  return { key, value: value ?? '', isSecret, isKept: isSecret }
}

/** An empty field leaves a stored secret unchanged. */
export function inputOf({ key, value, isSecret, isKept: hasStoredSecret }: Line) {
  const isUntouched = isSecret && hasStoredSecret && value === ''
  return { key, value: isUntouched ? null : value, ...(isSecret ? { is_secret: true } : {}) }
}

/**
 * Three-way merge of local changes into the server's new lines: a line changed, added or removed here stays so, all
 * others are the server's. A line removed here and changed there is restored.
 */
export function linesOver(before: readonly Line[], typed: readonly Line[], now: readonly Line[]): Line[] {
  const [old, mine, theirs] = [byKey(before), byKey(typed), byKey(now)]
  const merged = now.flatMap((line) => {
    const own = mine.get(line.key)
    if (own) return isSameLine(own, old.get(line.key)) ? [line] : [own]
    return isSameLine(line, old.get(line.key)) ? [] : [line]
  })
  const added = typed.filter((line) => !theirs.has(line.key) && !isSameLine(line, old.get(line.key)))
  return [...merged, ...added]
}

function byKey(lines: readonly Line[]): ReadonlyMap<string, Line> {
  return new Map(lines.map((line) => [line.key, line]))
}

export function isSameLine(one: Line, other: Line | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
