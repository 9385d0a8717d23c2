import { metresBetween, roadMetresGuess } from '@dispecerat/domain/geo'
import type { Router } from './routing.ts'

/** The default without any road network: the straight line times 1.3. */
export const straightLineRouter: Router = {
  async metres(from, to) {
    return from.map((point) => ({ metres: roadMetresGuess(metresBetween(point, to)), estimated: true }))
  },
}
