import type { Point } from '@dispecerat/domain/geo'

export interface RouteAnswer {
  metres: number
  /** true: guessed from the straight line, no road was looked at. */
  estimated: boolean
}

/** How far it is by road. */
export interface Router {
  /** One answer for each of `from`, in the same order. Throws when the provider cannot be reached. */
  metres(from: readonly Point[], to: Point): Promise<RouteAnswer[]>
}
