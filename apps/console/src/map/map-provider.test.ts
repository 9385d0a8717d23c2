import { beforeAll, describe, expect, test, vi } from 'vitest'

const style = { light: '/l', dark: '/d' }
const provider = (id: string, is_available = true) => ({
  id,
  label: id.toUpperCase(),
  kind: 'vector' as const,
  attribution: '',
  style,
  is_available,
  why_not: is_available ? null : 'fără cheie',
})
const PROVIDERS = [provider('osm'), provider('raster'), provider('google', false)]
const none: ReadonlySet<string> = new Set()

let drawnOf: typeof import('./map-provider.ts').drawnOf
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  ;({ drawnOf } = await import('./map-provider.ts'))
})

describe('the drawn map provider', () => {
  test('is none before the server has replied, and our own when the request fails', () => {
    expect(drawnOf({ providers: null, chosen: 'osm', silent: none })).toBeNull()
    expect(drawnOf({ providers: [], chosen: 'google', silent: none })?.provider?.id).toBe('osm')
  })

  test('is the chosen one, or the first when the chosen one is gone or unavailable', () => {
    expect(drawnOf({ providers: PROVIDERS, chosen: 'raster', silent: none })?.provider?.id).toBe('raster')
    expect(drawnOf({ providers: PROVIDERS, chosen: 'google', silent: none })?.provider?.id).toBe('osm')
    expect(drawnOf({ providers: PROVIDERS, chosen: 'other', silent: none })?.provider?.id).toBe('osm')
  })

  test('is our own instead of one without reply, or none when our own may not be shown', () => {
    const silent = new Set(['raster'])
    expect(drawnOf({ providers: PROVIDERS, chosen: 'raster', silent })).toMatchObject({
      provider: { id: 'osm' },
      instead: 'RASTER',
    })
    const alone = [provider('osm', false), provider('google')]
    expect(drawnOf({ providers: alone, chosen: 'osm', silent: new Set(['google']) })).toEqual({
      provider: null,
      instead: 'GOOGLE',
    })
  })
})
