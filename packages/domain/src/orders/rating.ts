/** Tags of a rating besides the stars; the texts are those shown to dispatchers. */
export const RATING_TAGS = ['curat', 'punctual', 'amabil', 'nu a venit', 'comportament'] as const
export type RatingTag = (typeof RATING_TAGS)[number]

export const MAX_STARS = 5
/** A driver's mean covers this many of the latest ratings and is shown from the fifth on. */
export const RATINGS_IN_MEAN = 100
const RATINGS_SHOWN_FROM = 5
const OPEN_DAYS = 7

/** Only a finished trip can be rated, until a week after its end. */
export function ratingIsOpen(finishedAt: Date | null, now: Date): boolean {
  return finishedAt !== null && now.getTime() - finishedAt.getTime() <= OPEN_DAYS * 24 * 3_600_000
}

/** The mean to two decimals, or null while there are too few to mean anything. */
export function meanOfStars(stars: readonly number[]): number | null {
  if (stars.length < RATINGS_SHOWN_FROM) return null
  const last = stars.slice(0, RATINGS_IN_MEAN)
  return Math.round((last.reduce((sum, n) => sum + n, 0) / last.length) * 100) / 100
}
