import { readPlaceDetailsNew } from '@dispecerat/contract/addresses'
import { request } from '../api/request.ts'

const BUDGET_MS = 1500

/**
 * Where a suggestion of the newer service lies by its details, degrees; the search session ends with the question. Null when no
 * answer comes in 1.5 s or `left` is aborted: the suggestion's own coordinates hold then.
 */
export async function newerPlacePoint(
  placeId: string,
  sessionToken: string,
  left: AbortSignal,
): Promise<{ lat: number; long: number } | null> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(BUDGET_MS)])
  try {
    const { location } = await request(
      readPlaceDetailsNew,
      { params: { id: placeId }, query: { sessionToken } },
      { signal },
    )
    return { lat: location.latitude, long: location.longitude }
  } catch {
    return null
  }
}
