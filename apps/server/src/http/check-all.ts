import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import type { Actor } from '../db/actor.ts'

/** A rule read a field whose shape is wrong: it says nothing until the field is mended. */
export class WrongFieldRead extends Error {}

/**
 * The fields whose shape is right, and a getter that throws WrongFieldRead for each that is wrong. The getters are not enumerable:
 * a spread copies the right fields alone.
 */
export function guarded<T extends object>(sound: T, wrong: Iterable<string>): T {
  const input = { ...sound }
  for (const name of wrong) Object.defineProperty(input, name, { get: refuseToReport })
  return input
}

function refuseToReport(): never {
  throw new WrongFieldRead()
}

/** For rules over several fields that work on a copy of the input: throws WrongFieldRead unless each of the fields is right. */
export function needs<T extends object>(input: T, ...fields: (keyof T)[]): void {
  for (const field of fields) void input[field]
}

/**
 * The same input by other names, such as those of columns: what cannot be read there cannot be read here.
 */
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
 * Runs every rule of a form, one after the other, and throws one FieldErrors with what all of them refuse; otherwise returns what they
 * returned. A refusal of the request as a whole, such as another company's id, is thrown at once: such rules stand first. A dry run
 * leaves out rules that read a wrong field, and ends here.
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

/** What a dry run has nothing to say of: told when the fields are right. */
export function endsDryRun(error: unknown): boolean {
  return error instanceof WrongFieldRead || error instanceof DomainError
}
