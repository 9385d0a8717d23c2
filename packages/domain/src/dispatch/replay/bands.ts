/** Range in which a figure of a day is expected. */
export interface Band {
  from: number
  to: number
}

/** How far a model is wrong beside chance. */
export interface ModelError {
  /** Of the mean. */
  share?: number
}

/** Two-sided 90 % quantiles of Student's t by the number of values, from 2; beyond the list as for the last. */
const T90 = [
  6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.8, 1.78, 1.77, 1.76, 1.75, 1.75, 1.74, 1.73, 1.73,
]

/**
 * Range in which one more value of the same kind lies in nine cases of ten, widened by the error of the model; never below zero. A count has
 * whole ends, the nearest ones: outwards they would hold more cases. Null without values, or where one of them is missing.
 */
export function bandOf(
  values: readonly (number | null)[],
  { share = 0, isCount = false }: ModelError & { isCount?: boolean } = {},
): Band | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length < values.length) return null
  const { mean, deviation } = momentsOf(known)
  const half = tOf(known.length) * deviation * Math.sqrt(1 + 1 / known.length) + share * mean
  const from = Math.max(0, mean - half)
  return isCount ? { from: Math.round(from), to: Math.round(mean + half) } : { from, to: mean + half }
}

/** Range of the mean of these differences: a change is one only where it does not contain zero. */
export function differenceBand(saved: readonly (number | null)[], changed: readonly (number | null)[]): Band | null {
  const pairs = saved.map((before, i) => {
    const after = changed[i] ?? null
    return before === null || after === null ? null : after - before
  })
  const known = pairs.filter((difference) => difference !== null)
  if (known.length === 0 || known.length < pairs.length) return null
  const { mean, deviation } = momentsOf(known)
  const half = (tOf(known.length) * deviation) / Math.sqrt(known.length)
  return { from: mean - half, to: mean + half }
}

function momentsOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, deviation: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)) }
}

function tOf(count: number): number {
  return T90[Math.min(count, T90.length + 1) - 2] ?? 0
}
