import { readPlaceDetailsNew } from '@dispecerat/contract/geography/addresses'
import { request } from '../../api/request.ts'

const BUDGET_MS = 1500

/**
 * Coordinates from the details of a suggestion of the newer service; the request ends the search session. Null when
 * no reply comes in 1.5 s or `left` is aborted: then the suggestion's own coordinates are used.
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
