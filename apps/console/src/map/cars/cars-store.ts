import { create } from 'zustand'
import type { Car } from './cars.ts'

/** The newest position of every car; map layers read it directly, panels through selectors. */
export const useCars = create<{ cars: ReadonlyMap<number, Car>; updatedAt: number | null }>(() => ({
  cars: new Map(),
  updatedAt: null,
}))
