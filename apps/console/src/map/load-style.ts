import type { SourceSpecification, StyleSpecification } from 'maplibre-gl'

export type Scheme = 'light' | 'dark'

const GROUND = { light: '#eef0f2', dark: '#1b1d20' } as const
const TIMEOUT_MS = 8000

/** A plain background, for cars and pins without a map. */
export function groundStyle(scheme: Scheme): StyleSpecification {
  const background = { id: 'ground', type: 'background' as const, paint: { 'background-color': GROUND[scheme] } }
  return { version: 8, sources: {}, layers: [background] }
}

/**
 * Loads a provider's style and makes its URLs absolute, because workers have no page URL. Throws when it does not
 * load or is invalid.
 */
export async function loadStyle(address: string): Promise<StyleSpecification> {
  const isOurs = address.startsWith('/')
  /* A provider may restrict its key to this site's origin, which the page otherwise does not send. */
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    referrerPolicy: isOurs ? 'no-referrer' : 'origin',
  })
  if (!response.ok) throw new Error(`style ${response.status}`)
  const text = await response.text()
  const style = JSON.parse(text.replaceAll('"/tiles/', `"${window.location.origin}/tiles/`)) as StyleSpecification
  if (style.version !== 8 || !Array.isArray(style.layers) || typeof style.sources !== 'object')
    throw new Error('no style')
  return isOurs ? style : externalStyle(style)
}

/** Uses local fonts for glyphs as our own map does, and prefixes names so that they do not collide with our layers. */
function externalStyle({ glyphs: _glyphs, ...style }: StyleSpecification): StyleSpecification {
  const ours = (id: string) => `base:${id}`
  const sources = Object.entries(style.sources).map(([id, source]): [string, SourceSpecification] => [ours(id), source])
  const layers = style.layers.map((layer) => ({
    ...layer,
    id: ours(layer.id),
    ...('source' in layer && typeof layer.source === 'string' ? { source: ours(layer.source) } : {}),
  }))
  return { ...style, sources: Object.fromEntries(sources), layers }
}
