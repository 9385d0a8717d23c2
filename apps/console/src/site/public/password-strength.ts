/* Not in its component's file, which exports only components: the unit test imports this. */

const SHORTEST = 8

/** 0 too short, 1 weak, 2 fair, 3 good: length counts most, a mix of letters, digits and symbols a little. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (password.length < SHORTEST) return 0
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  if (different < 5) return 1
  if (password.length >= 14 || (password.length >= 11 && kinds >= 3)) return 3
  return password.length >= 10 || kinds >= 3 ? 2 : 1
}
