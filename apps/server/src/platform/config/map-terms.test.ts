import { expect, test } from 'vitest'
import { mapsMayBeMixed } from './map-terms.ts'

test.each([
  [{ geocoder: 'google', mapProviders: ['google'] }, true],
  [{ geocoder: 'google', mapProviders: ['google', 'embedded'] }, false],
  [{ geocoder: 'google', mapProviders: ['raster'] }, false],
  [{ geocoder: 'google', mapProviders: ['style'] }, false],
  [{ geocoder: 'embedded', mapProviders: ['embedded', 'raster', 'style', 'google'] }, true],
  [{ geocoder: 'photon', mapProviders: ['google'] }, true],
  [{ geocoder: 'nominatim', mapProviders: ['style'] }, true],
] as const)("%j: Google's addresses are shown on Google's map only, others on any", (wanted, may) => {
  expect(mapsMayBeMixed(wanted)).toBe(may)
})
