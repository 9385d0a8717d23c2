import type { Point } from '@dispecerat/domain/kernel/geo'

/** Precision of the coordinates: the house, between two known houses, the street's middle, a named place, a settlement. */
export type Precision = 'rooftop' | 'interpolated' | 'street' | 'place' | 'locality'

export interface FoundPlace extends Point {
  /** The provider's own id; `details` finds it later, also after a new import of the same city. */
  placeId: string
  /** Displayed and stored name: 'Strada Lungă 12, Brașov'. */
  name: string
  precision: Precision
  kind: 'street' | 'place' | 'stop' | 'suburb' | 'locality'
  parts: { street: string | null; number: string | null; locality: string | null }
}

/** Some providers return the place of a suggestion only in its details: lat and long are null then. */
export type Suggestion = Omit<FoundPlace, 'lat' | 'long'> & { lat: number | null; long: number | null } & Fit

interface Fit {
  /** Score of about 0 to 1.3, compared to others of the same response; absent where the provider gives only an order. */
  fit?: number
}

export interface SuggestOptions {
  centre: Point
  /** Maximum distance of suggestions from the centre. */
  radiusMetres: number
  /** At most this many. */
  limit: number
  /** Groups the requests of one typed address for providers that bill by session; the embedded one ignores it. */
  sessionToken: string | null
}

/** Turns text into places. Each method throws when the provider cannot be reached; the calling code sets the time limit. */
export interface Geocoder {
  /** The best first; [] when nothing fits or the input has no readable word. */
  suggest(input: string, options: SuggestOptions): Promise<Suggestion[]>
  /** Null for an id that the provider does not know. */
  details(placeId: string, sessionToken: string | null): Promise<FoundPlace | null>
  /** The nearest known address; null when there is none within some 250 m. */
  reverse(point: Point): Promise<FoundPlace | null>
  /** False while the last request to a machine outside the server failed; absent where there is none. */
  isWell?(): boolean
}

/** The index in our own database; every suggestion has its coordinates. */
export interface EmbeddedGeocoder extends Geocoder {
  suggest(input: string, options: SuggestOptions): Promise<(FoundPlace & Fit)[]>
}
