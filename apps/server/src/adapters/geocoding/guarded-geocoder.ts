import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { EmbeddedGeocoder, Geocoder } from './geocoding.ts'
import { readPlaceId } from './place-ids.ts'
import { UnknownThere } from './request-provider.ts'

/** A circuit breaker: after so many failures in a row the other machine is not requested for a while; then one request tries it again. */
const FAILURES_BEFORE_REST = 3
const REST_MS = 10_000

type GeocoderOutcome = 'answered' | 'failed' | 'skipped'

interface Watch {
  clock: { elapsedMs(): number }
  onOutcome(outcome: GeocoderOutcome): void
  failed(reason: string): void
}

/**
 * Another geocoder whose failures only `isWell` shows: what it does not answer comes from the embedded
 * index, whose ids are never sent to the other one. `onOutcome` gets the outcome of each request, `failed` the error.
 */
export function guardedGeocoder(
  other: Omit<Geocoder, 'reverse'> & Partial<Pick<Geocoder, 'reverse'>>,
  embedded: EmbeddedGeocoder,
  { clock, onOutcome, failed }: Watch,
): Geocoder & { isWell(): boolean } {
  let failures = 0
  let restsUntil = 0
  let isTrying = false

  const mayRequest = () => failures < FAILURES_BEFORE_REST || (!isTrying && clock.elapsedMs() >= restsUntil)

  /** Undefined when there was no reply. */
  async function answerOf<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    if (!mayRequest()) {
      onOutcome('skipped')
      return undefined
    }
    isTrying = true
    try {
      const answer = await question()
      failures = 0
      onOutcome('answered')
      return answer
    } catch (error) {
      if (error instanceof UnknownThere) {
        failures = 0
        onOutcome('answered')
        return undefined
      }
      failures += 1
      restsUntil = clock.elapsedMs() + REST_MS
      onOutcome('failed')
      failed(kindOfError(error))
      return undefined
    } finally {
      isTrying = false
    }
  }

  const { reverse } = other
  return {
    isWell: () => failures === 0,
    suggest: async (input, options) =>
      (await answerOf(() => other.suggest(input, options))) ?? embedded.suggest(input, options),
    async details(placeId, sessionToken) {
      if (readPlaceId(placeId)) return embedded.details(placeId, sessionToken)
      const answer = await answerOf(() => other.details(placeId, sessionToken))
      if (answer === undefined && failures > 0) throw new Error('the geocoder that gave this id out does not answer')
      return answer ?? null
    },
    reverse: async (point) => (reverse ? await answerOf(() => reverse(point)) : undefined) ?? embedded.reverse(point),
  }
}
