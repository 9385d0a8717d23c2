import type { StyleSpecification } from 'maplibre-gl'

export type Scheme = 'light' | 'dark'

const GROUND = { light: '#eef0f2', dark: '#1b1d20' } as const

/** The server's style with absolute addresses (workers know no page), or a plain ground when it has none. */
export async function loadStyle(scheme: Scheme): Promise<{ style: StyleSpecification; hasBackground: boolean }> {
  try {
    const response = await fetch(`/tiles/style.json?scheme=${scheme}`)
    if (!response.ok) throw new Error(`style ${response.status}`)
    const text = await response.text()
    const style = JSON.parse(text.replaceAll('"/tiles/', `"${window.location.origin}/tiles/`)) as StyleSpecification
    return { style, hasBackground: true }
  } catch {
    const background = { id: 'ground', type: 'background' as const, paint: { 'background-color': GROUND[scheme] } }
    return { style: { version: 8, sources: {}, layers: [background] }, hasBackground: false }
  }
}
