import type { Point } from '@dispecerat/domain/geo'

/** How exact the coordinates are: the door, between two known doors, the street's middle, a named place, a settlement. */
export type Precision = 'rooftop' | 'interpolated' | 'street' | 'place' | 'locality'

export interface FoundPlace extends Point {
  /** The provider's own id; `details` answers it later, also after a new import of the same city. */
  placeId: string
  /** As shown and stored: 'Strada Lungă 12, Brașov'. */
  name: string
  precision: Precision
  kind: 'street' | 'place' | 'stop' | 'suburb' | 'locality'
  parts: { street: string | null; number: string | null; locality: string | null }
}

/** Some providers tell where a suggestion lies only in its details: lat and long are null then. */
export type Suggestion = Omit<FoundPlace, 'lat' | 'long'> & { lat: number | null; long: number | null } & Fit

interface Fit {
  /** How well it answers, about 0 to 1.3, against the others of the same answer; absent where only their order is told. */
  fit?: number
}

export interface SuggestOptions {
  centre: Point
  /** Nothing further away is suggested. */
  radiusMetres: number
  /** At most this many. */
  limit: number
  /** Groups the calls of one typed address for providers that bill by session; the embedded one ignores it. */
  sessionToken: string | null
}

/** Turns words into places. Each method throws when the provider cannot be reached; the caller sets the time limit. */
export interface Geocoder {
  /** Best first; [] when nothing fits or nothing readable was typed. */
  suggest(input: string, options: SuggestOptions): Promise<Suggestion[]>
  /** null for an id the provider does not know. */
  details(placeId: string, sessionToken: string | null): Promise<FoundPlace | null>
  /** The nearest known address, null when nothing known is within some 250 m. */
  reverse(point: Point): Promise<FoundPlace | null>
  /** False while the last question to a machine beside the house failed; absent where there is none. */
  isWell?(): boolean
}

/** The index in our own database: it always knows where its suggestions lie. */
export interface EmbeddedGeocoder extends Geocoder {
  suggest(input: string, options: SuggestOptions): Promise<(FoundPlace & Fit)[]>
}
