import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../db/actor.ts'

/** Thrown when a rule reads a field of the wrong shape: the rule is skipped until that field is corrected. */
export class WrongFieldRead extends Error {}

/**
 * Returns the valid fields, with a getter that throws WrongFieldRead for each invalid one. The getters are not enumerable, so a spread
 * copies the valid fields alone.
 */
export function guarded<T extends object>(sound: T, wrong: Iterable<string>): T {
  const input = { ...sound }
  for (const name of wrong) Object.defineProperty(input, name, { get: refuseToReport })
  return input
}

function refuseToReport(): never {
  throw new WrongFieldRead()
}

/** For rules over several fields that work on a copy of the input: throws WrongFieldRead unless each of the fields is valid. */
export function needs<T extends object>(input: T, ...fields: (keyof T)[]): void {
  for (const field of fields) void input[field]
}

/** The same input under other names, such as those of columns. Fields that throw in the input throw here too. */
export function renamed<T extends object, const N extends Record<string, keyof T>>(
  input: T,
  names: N,
): { -readonly [K in keyof N]: T[N[K]] } {
  const readable = Object.entries(names).filter(([, name]) => !isWrong(input, name))
  const sound = Object.fromEntries(readable.map(([other, name]) => [other, input[name]]))
  const wrong = Object.keys(names).filter((other) => !readable.some(([one]) => one === other))
  return guarded(sound, wrong) as { -readonly [K in keyof N]: T[N[K]] }
}

function isWrong(input: object, name: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(input, name)?.get === refuseToReport
}

type Rule = () => unknown
type Results<R extends readonly Rule[]> = { -readonly [K in keyof R]: Awaited<ReturnType<R[K]>> }

/**
 * Runs every rule of a form in order and throws one FieldErrors with all their errors; otherwise returns their results. An error about the
 * request as a whole, such as another company's id, is thrown at once, so such rules come first. A dry run skips rules that read an invalid
 * field, and ends here.
 */
export async function checkAll<const R extends readonly Rule[]>(
  { isDryRun = false }: Pick<Actor, 'isDryRun'>,
  ...rules: R
): Promise<Results<R>> {
  const results: unknown[] = []
  let refused = null as FieldErrors | null
  for (const rule of rules) {
    try {
      results.push(await rule())
    } catch (error) {
      if (error instanceof FieldErrors) refused = refused?.and(error) ?? error
      else if (!isDryRun || !(error instanceof WrongFieldRead)) throw error
    }
  }
  if (refused || isDryRun) throw refused ?? new FieldErrors({})
  return results as Results<R>
}

/** True for errors that end a dry run without a field error: they are reported once the fields are valid. */
export function endsDryRun(error: unknown): boolean {
  return error instanceof WrongFieldRead || error instanceof DomainError
}
